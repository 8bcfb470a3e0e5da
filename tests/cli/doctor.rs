//! `idiom doctor`: which LLVMs are served.

use super::{Folder, plugin};
use serde_json::Value;

/// What `idiom doctor` says of the LLVM of this build, with the plugin that is for it alone.
#[test]
fn doctor_loads_the_plugin_into_what_is_there() {
    let folder = Folder::new(&[("text.so", "no plugin\n")]);
    let plugin = plugin();
    let run = folder.run(&["doctor", "--format", "json", "--plugin", plugin.to_str().unwrap()]);
    let answer: Value = serde_json::from_str(&run.expect(0, &[], &[]).out).unwrap();
    let own = env!("IDIOM_LLVM_MAJOR");
    let hosts = answer["hosts"].as_array().unwrap();
    let state_of = |major: &str| -> Vec<&str> {
        let is_it = |host: &&Value| host["version"].as_str().unwrap().split('.').next() == Some(major);
        hosts.iter().filter(is_it).map(|host| host["state"].as_str().unwrap()).collect()
    };
    assert!(!state_of(own).is_empty() && state_of(own).iter().all(|state| *state == "served"), "{answer:#}");
    // It serves no other, and says what would.
    for host in hosts.iter().filter(|host| host["state"] != "served") {
        let said = host["said"].as_str().unwrap();
        assert!(said.contains("scripts/build.sh") || said.contains(&format!("use clang-{own}")), "{said}");
    }

    folder.run(&["doctor", "--plugin", "text.so"]).expect(1, &["LLVM", "not served", "text.so"], &[]);
    folder.run(&["doctor", "--plugin", "nowhere.so"]).expect(2, &[], &["nowhere.so"]);
    // cargo leaves no plugin for all LLVMs beside the command.
    folder.run(&["doctor"]).expect(1, &["there is no", "libidiom.so", "scripts/build.sh all"], &[]);
}
