# shellcheck shell=bash
# Makes packages from the output of scripts/build.sh in build/. In: versions of LLVM. Out: .deb, .tar.xz and
# .whl files whose bytes depend on the input and on SOURCE_DATE_EPOCH alone.

# `make_packages DIR LEVEL CHECKED VERSION…`: makes the packages in DIR/made; their contents are collected in
# DIR.
make_packages() {
  local dir=$1 level=$2 checked=$3 version
  shift 3
  mkdir -p "$dir/made" "$dir/notices"
  write_notices "$dir/notices"
  common_files | lay_out "$dir/common"
  lay_out_shared "$dir/common/share/idiom"
  for version in "$@"; do files_of "$version" | lay_out "$dir/$version"; done
  strip_all "$checked" "$dir/common" "${@/#/$dir/}"
  make_deb idiom-llvm "$dir" common "$level" "$@"
  for version in "$@"; do make_deb "idiom-llvm-$version" "$dir" "$version" "$level"; done
  merge_trees "$dir" "$@"
  make_tar "$dir" "$level"
  make_wheel "$dir"
}

# Licences of idiom and of the crates that are linked in.
write_notices() {
  local html
  cp LICENSE-MIT LICENSE-APACHE "$1"
  python3 scripts/lib/notices.py >"$1/THIRD-PARTY.txt" || fail "the third-party notices could not be made"
  html=$(rustc --print sysroot)/share/doc/rust/COPYRIGHT-library.html
  [ -e "$html" ] || fail "the notices of Rust's standard library are missing: $html" "rustup's toolchains from 1.84 on have them"
  cp "$html" "$1"
}

# Documentation and examples: the pages link each other as they do in the sources.
lay_out_shared() {
  mkdir -p "$1/docs"
  cp README.md CHANGELOG.md "$1"
  cp -r docs/src "$1/docs"
  cp -r examples "$1"
  rm -rf -- "$1"/examples/*/target
}

# `strip_all CHECKED DIR…`: strips the programs; if CHECKED is yes, paths of this machine are an error.
strip_all() {
  local checked=$1 file place
  shift
  while read -r file; do
    case $(head -c 4 "$file" | tr -d '\0') in *ELF) ;; *) continue ;; esac
    strip --strip-unneeded --remove-section=.comment "$file"
    [ "$checked" = yes ] || continue
    for place in "$PWD" "${CARGO_HOME:-$HOME/.cargo}" "$(rustc --print sysroot)"; do
      if grep -qaF "$place" "$file"; then
        fail "$(basename "$file") names $place, a place of this machine" \
          "what scripts/build.sh builds without --debug, and with no RUSTFLAGS set, does not"
      fi
    done
  done < <(find "$@" -type f)
}

# Sets times to SOURCE_DATE_EPOCH and modes to fixed ones, whatever the umask.
same_everywhere() {
  find "$1" -type d -exec chmod 755 {} +
  find "$1" -type f -perm -u+x -exec chmod 755 {} +
  find "$1" -type f ! -perm -u+x -exec chmod 644 {} +
  find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

# `make_deb PACKAGE DIR TREE LEVEL [VERSION…]`: the versions are the alternatives that `idiom-llvm` depends
# on.
make_deb() {
  local package=$1 dir=$2 tree=$3 level=$4 root architecture
  shift 4
  root=$dir/deb-$tree architecture=$(dpkg --print-architecture)
  mkdir -p "$root/DEBIAN" "$root/usr"
  cp -r "$dir/$tree/." "$root/usr"
  mkdir -p "$root/usr/share/doc/$package"
  cp "$dir"/notices/* "$root/usr/share/doc/$package"
  gzip -9n <CHANGELOG.md >"$root/usr/share/doc/$package/changelog.gz"
  copyright >"$root/usr/share/doc/$package/copyright"
  same_everywhere "$root"
  (cd "$root" && find usr -type f | LC_ALL=C sort | xargs md5sum) >"$root/DEBIAN/md5sums"
  control "$package" "$root" "$architecture" "$@" >"$root/DEBIAN/control"
  same_everywhere "$root"
  dpkg-deb --root-owner-group --threads-max=1 -Zxz "-z$level" --build "$root" \
    "$dir/made/${package}_$(own_version)_$architecture.deb" >/dev/null
}

# `control PACKAGE ROOT ARCHITECTURE [VERSION…]`: the control file of a package.
control() {
  local package=$1 root=$2 architecture=$3 own depends recommends='' holds
  shift 3
  own=$(own_version)
  depends=$(libraries "$root")
  if [ $# = 0 ]; then
    local version=${package##*-}
    recommends="Recommends: clang-$version"$'\n'
    holds="The plugin and the command for LLVM $version: /usr/lib/libidiom-llvm$version.so and
 /usr/bin/idiom-$version."
  else
    depends="$(alternatives "$own" "$@"), $depends"
    holds="What all LLVMs share: /usr/lib/libidiom.so, which any clang or opt loads and
 which hands over to the plugin for its LLVM, the command idiom, examples, pages."
  fi
  cat <<TEXT
Package: $package
Version: $own
Architecture: $architecture
Maintainer: The developers of idiom <idiom@example.invalid>
Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f1)
Depends: $depends
${recommends}Suggests: z3
Section: devel
Priority: optional
Description: finds idioms described in CAnDL in optimised LLVM IR
 $holds
TEXT
}

# `alternatives OWN VERSION…`: the dependency on any one of the packages for an LLVM, that for 19 preferred.
alternatives() {
  local own=$1 version text=''
  shift
  for version in $(printf '%s\n' "$@" | grep -x 19) $(printf '%s\n' "$@" | grep -vx 19 | sort -rn); do
    text+="${text:+ | }idiom-llvm-$version (= $own)"
  done
  echo "$text"
}

# The packages of the shared libraries that the programs below $1 need, with the minimal versions.
libraries() {
  local scratch said
  scratch=$(mktemp -d)
  mkdir "$scratch/debian"
  printf 'Source: idiom-llvm\n\nPackage: idiom-llvm\nArchitecture: any\n' >"$scratch/debian/control"
  mapfile -t files < <(find "$1/usr/lib" "$1/usr/bin" -type f \( -name '*.so' -o -name 'idiom-*' \) ! -name '*.cmake')
  # The host provides the plugin's symbols of LLVM, so they have no library.
  said=$(cd "$scratch" && dpkg-shlibdeps -O --warnings=0 "${files[@]/#/-e}") || fail "dpkg-shlibdeps failed"
  rm -rf -- "$scratch"
  echo "${said#shlibs:Depends=}"
}

copyright() {
  cat <<TEXT
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: idiom

Files: *
Copyright: the authors of idiom
License: MIT or Apache-2.0
Comment: LICENSE-MIT and LICENSE-APACHE beside this file are the texts, THIRD-PARTY.txt and COPYRIGHT-library.html
 the notices of what is linked in.

License: MIT
$(sed 's/^$/./; s/^/ /' LICENSE-MIT)

License: Apache-2.0
 On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.
TEXT
}

# `merge_trees DIR VERSION…`: merges all files into one prefix, DIR/all, for packages that are not split.
merge_trees() {
  local dir=$1 tree
  shift
  mkdir -p "$dir/all/share/doc/idiom-llvm"
  for tree in common "$@"; do cp -r "$dir/$tree/." "$dir/all"; done
  cp "$dir"/notices/* "$dir/all/share/doc/idiom-llvm"
  same_everywhere "$dir/all"
}

make_tar() {
  local name
  name=idiom-$(own_version)-$(uname -m)-linux
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --format=gnu \
    --transform="s,^\.,$name," -C "$1/all" -c . | xz -T1 "-$2" >"$1/made/$name.tar.xz"
}

# The wheel for PyPI, whose programs find each other as below any prefix.
make_wheel() {
  local tree=$1/python said platform
  platform=$(platform_tag "$1/all")
  mkdir -p "$tree"
  # Other files in python/, such as caches, are left out.
  cp -r python/src python/pyproject.toml python/hatch_build.py python/README.md "$1"/notices/* "$tree"
  cp Cargo.toml "$1"  # It has the version.
  find "$tree" -name __pycache__ -prune -exec rm -rf -- {} +
  cp -r "$1/all" "$tree/src/idiom/native"
  rm -r "$tree/src/idiom/native/share/doc"
  said=$(cd "$tree" && IDIOM_WHEEL_PLATFORM=$platform "$PYTHON_WITH_HATCHLING" -m hatchling build --target wheel 2>&1) \
    || fail "hatchling could not make the wheel" "$said"
  cp "$tree"/dist/*.whl "$1/made"
}

# The platform tag of PEP 600, by the newest symbols of glibc that programs below $1 use. libLLVM is not among
# the libraries that PEP 600 allows: auditwheel accepts it with --exclude, as the documentation says.
platform_tag() {
  local newest
  newest=$(objdump -T "$1"/bin/idiom-* "$1"/lib/*.so | grep -oE 'GLIBC_2\.[0-9]+' | sort -Vu | tail -n 1)
  newest=${newest#GLIBC_}
  echo "manylinux_${newest/./_}_$(uname -m)"
}

# Deletes the release builds and builds them anew.
build_from_nothing() {
  rm -rf -- build/cargo/release
  scripts/build.sh "$@"
}
