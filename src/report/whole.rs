//! Atomic creation of files.

use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// Writes a temporary file and renames it, so that readers never see a partial file. Creates the folder.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let beside = folder.join(format!(".{name}.{}.{count}", std::process::id()));
    let written = std::fs::File::create(&beside).and_then(|mut file| file.write_all(text.as_bytes()));
    let done = written.and_then(|()| std::fs::rename(&beside, path));
    if done.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    done
}
