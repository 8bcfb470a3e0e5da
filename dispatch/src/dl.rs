//! The dynamic loader: which file an address lies in, which libraries are there, loading one more.
//!
//! Libraries are never unloaded: the host keeps pointers into them.

use std::ffi::{CStr, CString, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

/// The address of code or data in this process. Nothing here reads or calls what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address(*const c_void);

impl Address {
    /// A place in some function.
    pub(crate) fn of_code(code: *const c_void) -> Address {
        Address(code)
    }

    /// The address that the loader gave.
    pub(crate) fn as_ptr(self) -> *const c_void {
        self.0
    }

    /// The file that is mapped there, by the name it was loaded under; `None` for the program itself.
    pub(crate) fn file(self) -> Option<PathBuf> {
        let name = self.object()?.name;
        // SAFETY: the loader's own text, which lives as long as the library is loaded, and is copied at once.
        let name = unsafe { CStr::from_ptr(name) }.to_bytes();
        (!name.is_empty()).then(|| PathBuf::from(OsStr::from_bytes(name)))
    }

    /// Whether both lie in one library, whatever names it was loaded under.
    pub(crate) fn shares_library(self, other: Address) -> bool {
        self.object().zip(other.object()).is_some_and(|(one, another)| one.headers == another.headers)
    }

    /// The library at the address, as the loader knows it. `dladdr` gives it too, but also searches all
    /// symbols of the library for the nearest one, which takes half a millisecond for an LLVM.
    fn object(self) -> Option<Object> {
        let mut search = Search { address: self.0.addr(), found: None };
        // SAFETY: the callback gets what it casts to, which lives during the call.
        unsafe { libc::dl_iterate_phdr(Some(look_at), (&raw mut search).cast()) };
        search.found
    }
}

/// A library that is loaded, or the program, which has an empty name.
struct Object {
    /// Its program headers. No two have the same, while several may be loaded by 0 bytes from where they were
    /// linked.
    headers: *const c_void,
    name: *const c_char,
}

/// The search for the object around an address.
struct Search {
    address: usize,
    found: Option<Object>,
}

/// Looks whether an object is the one searched for; answers whether to stop.
///
/// # Safety
/// Called by the loader with an object's description, and `search` is a [`Search`].
unsafe extern "C" fn look_at(info: *mut libc::dl_phdr_info, _size: usize, search: *mut c_void) -> c_int {
    // SAFETY: the caller's promise.
    let (info, search) = unsafe { (&*info, &mut *search.cast::<Search>()) };
    // SAFETY: the program headers that the loader describes.
    let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum)) };
    let base = info.dlpi_addr as usize;
    let offset = search.address.wrapping_sub(base);
    let is_around = headers.iter().any(|header| {
        header.p_type == libc::PT_LOAD
            && offset.wrapping_sub(header.p_vaddr as usize) < header.p_memsz as usize
    });
    if is_around && !info.dlpi_name.is_null() {
        search.found = Some(Object { headers: info.dlpi_phdr.cast(), name: info.dlpi_name });
    }
    c_int::from(is_around)
}

/// The function by which an LLVM says which one it is.
pub(crate) const LLVM_VERSION: &CStr = c"LLVMGetVersion";

/// Where symbols are looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Library(*mut c_void);

impl Library {
    /// A library that is loaded already.
    pub(crate) fn loaded(file: &Path) -> Option<Library> {
        open(file, libc::RTLD_LAZY | libc::RTLD_NOLOAD)
    }

    /// The program and what it was started with.
    pub(crate) fn program() -> Library {
        Library(libc::RTLD_DEFAULT)
    }

    /// Loads a library, all its symbols resolved, none of them seen by others; else says why not.
    pub(crate) fn load(file: &Path) -> Result<Library, String> {
        open(file, libc::RTLD_NOW | libc::RTLD_LOCAL).ok_or_else(last_error)
    }

    /// The symbol in the library or in what it depends on.
    pub(crate) fn symbol(self, name: &CStr) -> Option<Address> {
        // SAFETY: a handle of the loader's and a text that ends; looking up calls nothing of ours.
        let symbol = unsafe { libc::dlsym(self.0, name.as_ptr()) };
        (!symbol.is_null()).then_some(Address(symbol))
    }

    /// The answer of `LLVMGetVersion`; `None` where there is no such symbol.
    pub(crate) fn llvm_version(self) -> Option<[u32; 3]> {
        let symbol = self.symbol(LLVM_VERSION)?;
        let [mut major, mut minor, mut patch] = [0; 3];
        // SAFETY: LLVM's C API gives this symbol this type since LLVM 16, where it appeared.
        let get: extern "C" fn(*mut u32, *mut u32, *mut u32) = unsafe { std::mem::transmute(symbol.0) };
        get(&mut major, &mut minor, &mut patch);
        Some([major, minor, patch])
    }
}

fn open(file: &Path, mode: c_int) -> Option<Library> {
    let name = CString::new(file.as_os_str().as_bytes()).ok()?;
    // SAFETY: a text that ends. The initialisers of a library that is loaded anew run here: it is either
    // there already or an implementation, which has none but the C runtime's and Rust's.
    let handle = unsafe { libc::dlopen(name.as_ptr(), mode) };
    (!handle.is_null()).then_some(Library(handle))
}

fn last_error() -> String {
    // SAFETY: the loader's text for this thread, copied before anything else is asked of it.
    let text = unsafe { libc::dlerror() };
    if text.is_null() {
        return "for no reason given".to_owned();
    }
    // SAFETY: not null, and a text that ends.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}
