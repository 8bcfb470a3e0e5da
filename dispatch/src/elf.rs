//! Whether a file is a whole shared library for this machine.
//!
//! The dynamic loader maps what a library's headers speak of and trusts that it is there: a file that was cut
//! short (a full disk, a copy under way) ends the host with SIGBUS inside `dlopen`. So the sizes are checked
//! before. Layout: the System V gABI, chapter 4.

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};

/// The problem with a file, as text behind its name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ElfError {
    /// Reading failed.
    Unreadable(io::ErrorKind),
    /// Not a shared library.
    NoLibrary,
    /// A library for another machine.
    OtherMachine,
    /// Its headers speak of this many bytes, and it has fewer.
    CutShort { wants: u64, has: u64 },
}

impl fmt::Display for ElfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ElfError::Unreadable(kind) => write!(f, "cannot be read: {kind}"),
            ElfError::NoLibrary => f.write_str("is no shared library"),
            ElfError::OtherMachine => f.write_str("is a shared library for another machine"),
            ElfError::CutShort { wants, has } => write!(f, "is cut short: it has {has} of {wants} bytes"),
        }
    }
}

const FILE_HEADER: u64 = 64;
const PROGRAM_HEADER: u64 = 56;
const SECTION_HEADER: u64 = 64;
/// `ELFCLASS64`, `ELFDATA2LSB`.
const IDENTITY: &[u8; 6] = b"\x7fELF\x02\x01";
const SHARED_OBJECT: u16 = 3;
const MACHINE: u16 = if cfg!(target_arch = "aarch64") { 183 } else { 62 };
const PT_LOAD: u32 = 1;
const PT_DYNAMIC: u32 = 2;

/// Whether the file is a shared library for this machine and has every byte that its headers speak of.
pub(crate) fn check(mut file: impl Read + Seek) -> Result<(), ElfError> {
    let has = file.seek(SeekFrom::End(0)).map_err(unreadable)?;
    if has < FILE_HEADER {
        return Err(ElfError::NoLibrary);
    }
    let header = read(&mut file, 0, FILE_HEADER)?;
    if !header.starts_with(IDENTITY) || half(&header, 16) != SHARED_OBJECT {
        return Err(ElfError::NoLibrary);
    }
    if half(&header, 18) != MACHINE {
        return Err(ElfError::OtherMachine);
    }
    if u64::from(half(&header, 54)) != PROGRAM_HEADER {
        return Err(ElfError::NoLibrary);
    }
    let (programs, sections) = (long(&header, 32), long(&header, 40));
    let size = PROGRAM_HEADER * u64::from(half(&header, 56));
    // The section headers are not mapped, but they are what stands last in a library, and so tell of a lost
    // end.
    let wants_sections = match sections {
        0 => 0,
        at => at.saturating_add(SECTION_HEADER * u64::from(half(&header, 60))),
    };
    enough(programs.saturating_add(size).max(wants_sections), has)?;
    check_segments(&read(&mut file, programs, size)?, has)
}

/// The program headers: every segment within the file, and one of them dynamic.
fn check_segments(headers: &[u8], has: u64) -> Result<(), ElfError> {
    let mut is_dynamic = false;
    for segment in headers.chunks_exact(PROGRAM_HEADER as usize) {
        match word(segment, 0) {
            PT_LOAD => {}
            PT_DYNAMIC => is_dynamic = true,
            _ => continue,
        }
        enough(long(segment, 8).saturating_add(long(segment, 32)), has)?;
    }
    if is_dynamic { Ok(()) } else { Err(ElfError::NoLibrary) }
}

fn enough(wants: u64, has: u64) -> Result<(), ElfError> {
    if wants <= has { Ok(()) } else { Err(ElfError::CutShort { wants, has }) }
}

fn read(file: &mut (impl Read + Seek), at: u64, size: u64) -> Result<Vec<u8>, ElfError> {
    // At most 64 KiB of headers: their number is a 16-bit one.
    let mut bytes = vec![0; size as usize];
    file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut bytes)).map_err(unreadable)?;
    Ok(bytes)
}

fn unreadable(error: io::Error) -> ElfError {
    ElfError::Unreadable(error.kind())
}

/// `N` bytes at `at`, which the caller knows to be there.
fn bytes<const N: usize>(from: &[u8], at: usize) -> [u8; N] {
    let mut taken = [0; N];
    taken.copy_from_slice(&from[at..at + N]);
    taken
}

fn half(from: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(bytes(from, at))
}

fn word(from: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes(from, at))
}

fn long(from: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes(from, at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// Headers of a library: a loaded segment of 16 bytes, a dynamic one of 8 within it, one section header
    /// at the end.
    fn sound() -> Vec<u8> {
        let mut file = vec![0u8; 64 + 2 * 56 + 16 + 64];
        let mut put = |at: usize, bytes: &[u8]| file[at..at + bytes.len()].copy_from_slice(bytes);
        put(0, IDENTITY);
        put(16, &SHARED_OBJECT.to_le_bytes());
        put(18, &MACHINE.to_le_bytes());
        put(32, &64u64.to_le_bytes());
        put(40, &192u64.to_le_bytes());
        put(54, &56u16.to_le_bytes());
        put(56, &2u16.to_le_bytes());
        put(60, &1u16.to_le_bytes());
        for (header, kind, at, size) in [(64, PT_LOAD, 176u64, 16u64), (120, PT_DYNAMIC, 184, 8)] {
            put(header, &kind.to_le_bytes());
            put(header + 8, &at.to_le_bytes());
            put(header + 32, &size.to_le_bytes());
        }
        file
    }

    fn with(at: usize, bytes: &[u8]) -> Vec<u8> {
        let mut file = sound();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        file
    }

    #[test]
    fn whole_and_damaged() {
        let huge = u64::MAX.to_le_bytes();
        let lost = |wants| Err(ElfError::CutShort { wants, has: 256 });
        for (what, file, expect) in [
            ("sound", sound(), Ok(())),
            ("without section headers", with(40, &[0; 8]), Ok(())),
            ("empty", Vec::new(), Err(ElfError::NoLibrary)),
            ("text", b"GROUP ( libidiom.so )\n".repeat(9), Err(ElfError::NoLibrary)),
            ("32 bits", with(4, &[1]), Err(ElfError::NoLibrary)),
            ("a program", with(16, &[2]), Err(ElfError::NoLibrary)),
            ("another machine", with(18, &[40]), Err(ElfError::OtherMachine)),
            ("odd headers", with(54, &[57]), Err(ElfError::NoLibrary)),
            ("nothing dynamic", with(120, &[4]), Err(ElfError::NoLibrary)),
            ("a segment beyond the end", with(72, &241u64.to_le_bytes()), lost(257)),
            ("a segment to the end", with(72, &240u64.to_le_bytes()), Ok(())),
            ("a dynamic segment beyond the end", with(128, &249u64.to_le_bytes()), lost(257)),
            ("sections beyond the end", with(60, &[2]), lost(320)),
            ("offsets that overflow", with(72, &huge), lost(u64::MAX)),
            ("headers that overflow", with(32, &huge), lost(u64::MAX)),
        ] {
            assert_eq!(check(Cursor::new(file)), expect, "{what}");
        }
    }

    #[test]
    fn every_truncation_is_seen() {
        let file = sound();
        for size in 0..file.len() {
            assert!(check(Cursor::new(&file[..size])).is_err(), "{size} bytes");
        }
    }

    #[test]
    fn of_a_real_library() {
        // The test itself is a position-independent program, which the header calls a shared object.
        let real = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert_eq!(check(Cursor::new(&real)), Ok(()));
        for part in 1..64 {
            assert!(check(Cursor::new(&real[..real.len() / 64 * part])).is_err(), "{part}/64");
        }
        assert!(check(Cursor::new(&real[..real.len() - 1])).is_err());
    }
}
