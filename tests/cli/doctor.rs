//! `idiom doctor`: the LLVMs that the plugin serves.

use super::{Folder, plugin};
use serde_json::Value;

/// The report of `idiom doctor` about the LLVM of this build, with the plugin for this LLVM alone.
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
    // The plugin serves no other LLVM; its message names the remedy.
    for host in hosts.iter().filter(|host| host["state"] != "served") {
        let advice = host["said"].as_str().unwrap();
        assert!(
            advice.contains("scripts/build.sh") || advice.contains(&format!("use clang-{own}")),
            "{advice}"
        );
    }

    folder.run(&["doctor", "--plugin", "text.so"]).expect(1, &["LLVM", "not served", "text.so"], &[]);
    folder.run(&["doctor", "--plugin", "nowhere.so"]).expect(2, &[], &["nowhere.so"]);
}

/// Copies the command, and the plugin on request, into a folder of their own. Returns the exit code and
/// output of `idiom doctor` there.
fn doctor_beside(with_plugin: bool) -> (Option<i32>, String) {
    let folder = Folder::new(&[]);
    let inner = folder.0.path().join("a/b");
    std::fs::create_dir_all(&inner).unwrap();
    let command = inner.join("idiom");
    std::fs::copy(env!("CARGO_BIN_EXE_idiom"), &command).unwrap();
    if with_plugin {
        std::fs::copy(plugin(), inner.join("libidiom.so")).unwrap();
    }
    let output = std::process::Command::new(command).arg("doctor").output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// The layout of `scripts/build.sh` and cargo: the plugin for one LLVM beside the command.
#[test]
fn doctor_finds_the_plugin_beside_the_command() {
    let (code, text) = doctor_beside(true);
    let own = format!("LLVM {}.", env!("IDIOM_LLVM_MAJOR"));
    let is_own = |line: &&str| line.trim_start().starts_with(&own);
    assert!(text.lines().next().unwrap().ends_with("/a/b/libidiom.so"), "{text}");
    assert!(text.lines().filter(is_own).all(|line| line.contains(" served ")), "{text}");
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = doctor_beside(false);
    assert!(text.contains("there is no") && text.contains("scripts/build.sh all"), "{text}");
    assert_eq!(code, Some(1), "{text}");
}
