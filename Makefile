# `make` lists the targets. A newcomer needs only `make run` and `make test`.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
IMAGE ?= mishap
# Arguments, as in `make run ARGS="my-scenarios --port 9000"` and `make test ARGS="--filter WireTests"`.
ARGS ?=
# Further options of `swift build` for `make build`.
BUILD_ARGS =
# The binary that `make bench` compares with; nginx if empty.
AGAINST ?=

# The Swift runtime is linked statically, and so is what it uses of C++ (where GCC's libstdc++.a is installed): only
# libmicrohttpd, GnuTLS, PCRE2 and zlib are shared libraries of the system.
# Cross-module optimization, and run-time checks for overlapping access only in the tests (debug builds), save together a
# tenth of the time of a request. The program is linked at a fixed address (no PIE): without relocations at start it takes a megabyte
# less of memory, and starts a few milliseconds earlier. It exports no symbols, as a program without plug-ins needs none:
# this and the linker lld (which comes with Swift) save half a megabyte of the file and another of memory. Functions in
# sections of their own, of which the linker keeps one of equal ones, save another megabyte. Libraries beside the program,
# as in `make dist`, are found by an RPATH, which unlike a RUNPATH is for the libraries of libraries too.
RELEASE = -c release --static-swift-stdlib \
	-Xswiftc -cross-module-optimization -Xswiftc -enforce-exclusivity=unchecked \
	-Xswiftc -Xclang-linker -Xswiftc -no-pie -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker --icf=all -Xlinker --disable-new-dtags \
	$(if $(STATIC_CXX),-Xswiftc -Xclang-linker -Xswiftc -L.build/static -Xswiftc -Xclang-linker -Xswiftc -static-libgcc)
# The linker takes what it finds first, so that the archive is put into a folder where no shared library is.
STATIC_CXX = $(shell file=$$($$(dirname "$$(readlink -f "$$(command -v $(SWIFT))")")/clang -print-file-name=libstdc++.a) && \
	[ -e "$$file" ] && mkdir -p .build/static && ln -sf "$$file" .build/static/ && echo yes)
CLIENTS := .build/clients
# Programs that the tests run: clients of TLS and of WebDAV, shells with completion, the reader of manual pages, and what
# runs under `mishap exec`. The package has the name of the command; otherwise it is command:package.
TEST_PROGRAMS := openssl gnutls-cli:gnutls-bin cadaver rclone litmus zsh fish man:man-db node:nodejs \
	javac:default-jdk-headless go:golang-go ps:procps
# What the tests of the libraries in clients/ run beside those.
LIBRARY_PROGRAMS := npm tsc:node-typescript
FORMATTED := Sources Tests Benchmarks Package.swift

.DEFAULT_GOAL := help
.PHONY: help deps clients build run test test-clients test-slow test-libraries fuzz fuzz-wire attack soak test-api test-way test-browser lint format bench budgets install uninstall dist dist-check image-check docker clean

help: ## This list
	@echo "make run        serve scenarios/ on port 8080, until Ctrl-C"
	@echo "make test       run the tests, real connections included; three minutes when it is built"
	@echo "make test-clients"
	@echo "                the libraries for test suites in clients/, by their own tests, and the Examples"
	@echo "make test-slow  what that leaves out: all of what it samples, hostile requests, a short soak, fuzzing,"
	@echo "                200 examples of each API call; half an hour at most"
	@echo
	@echo "make deps       install the system packages that are missing (Debian, Ubuntu)"
	@echo "make clients    install the programs that the tests run; those in Python into .build/clients"
	@echo "make test-libraries"
	@echo "                all tests with libmicrohttpd and GnuTLS of Debian 12, of Debian 13 and of the coming release"
	@echo "make test-api   calls of the control API made from its OpenAPI document, right and wrong ones"
	@echo "make test-way   what becomes of failures behind Docker's proxy, nginx and others; three replicas behind a NAT"
	@echo "                (unpacks Debian's packages of them into .build, and installs nothing)"
	@echo "make test-browser"
	@echo "                the gateway's page by clicks and keys, and pages of another origin, in a headless Chromium,"
	@echo "                which it installs (Debian)"
	@echo "make build      the release binary, at .build/release/mishap"
	@echo "make lint       check the formatting; make format corrects it"
	@echo "make fuzz       a million broken scenario files, none of which may crash it"
	@echo "make soak       ten minutes of mixed load, after which it may use no more than at the beginning"
	@echo "make fuzz-wire  connections made by grammar, ten minutes of them, against builds with sanitizers"
	@echo "make attack     840 hostile requests, floods, bombs and TLS against the release binary; ten minutes at most"
	@echo "make bench      measure against nginx; with AGAINST=PATH against another build of mishap"
	@echo "                (installs nginx, wrk and openssl; wrk, strace and valgrind)"
	@echo "make budgets    instructions, memory and bytes of the program against Benchmarks/budgets.json (installs valgrind)"
	@echo "make install    put mishap, its manual page, completions and scenarios into PREFIX ($(PREFIX));"
	@echo "                make uninstall takes them away"
	@echo "make dist       the packages of this machine's architecture, into dist/: .tar.xz, .deb, a Python wheel, npm's"
	@echo "make dist-check each of them where none of its libraries is (by namespaces; for Debian's releases, the network)"
	@echo "make docker     build the container image $(IMAGE); make image-check tries its root without an engine"
	@echo "make clean      remove what was built"

# Prints nothing if nothing is missing. Libraries are looked up by pkg-config, as in the build itself. Python and the
# programs of the tests are installed only for the tests; Debian packages ensurepip apart from Python.
deps:
	@missing=""; \
	command -v pkg-config >/dev/null 2>&1 || missing="$$missing pkg-config"; \
	command -v curl >/dev/null 2>&1 || missing="$$missing curl"; \
	pkg-config --exists libmicrohttpd 2>/dev/null || missing="$$missing libmicrohttpd-dev"; \
	pkg-config --exists gnutls 2>/dev/null || missing="$$missing libgnutls28-dev"; \
	pkg-config --exists libpcre2-8 2>/dev/null || missing="$$missing libpcre2-dev"; \
	pkg-config --exists zlib 2>/dev/null || missing="$$missing zlib1g-dev"; \
	[ -z "$(WITH_CLIENTS)$(WITH_PYTHON)" ] || python3 -c 'import ensurepip, venv' 2>/dev/null || \
	    missing="$$missing python3 python3-venv"; \
	[ -z "$(WITH_BROWSER)" ] || command -v chromium >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 || \
	    missing="$$missing chromium fonts-dejavu-core"; \
	[ -z "$(WITH_BROWSER)" ] || command -v chromedriver >/dev/null 2>&1 || missing="$$missing chromium-driver"; \
	for program in $(if $(WITH_CLIENTS),$(TEST_PROGRAMS)) $(if $(WITH_LIBRARIES),$(LIBRARY_PROGRAMS)); do \
	    command -v $${program%:*} >/dev/null 2>&1 || missing="$$missing $${program#*:}"; \
	done; \
	[ -z "$(WITH_CLIENTS)" ] || ! command -v apt-get >/dev/null 2>&1 || [ -e /usr/share/java/junit-jupiter-api.jar ] || \
	    missing="$$missing junit5"; \
	if ! command -v $(SWIFT) >/dev/null 2>&1; then \
	    echo "There is no Swift here. Mishap needs Swift 6.3: https://www.swift.org/install/linux/" >&2; exit 1; \
	fi; \
	$(install_missing)

# Installs the packages in $$missing, a list in which a space precedes each.
define install_missing
[ -n "$$missing" ] || exit 0; \
	if ! command -v apt-get >/dev/null 2>&1; then \
	    echo "Missing:$$missing. Please install them, or what they are called here:" >&2; \
	    echo "  Fedora: dnf install libmicrohttpd-devel gnutls-devel pcre2-devel zlib-devel pkgconf-pkg-config" >&2; \
	    echo "          curl python3, and for the tests openssl gnutls-utils cadaver rclone litmus zsh fish man-db nodejs" >&2; \
	    echo "          java-21-openjdk-devel golang" >&2; \
	    echo "  Arch:   pacman -S libmicrohttpd gnutls pcre2 zlib pkgconf curl python," >&2; \
	    echo "          and for the tests openssl cadaver rclone zsh fish man-db nodejs jdk-openjdk go," >&2; \
	    echo "          and litmus from the AUR" >&2; \
	    exit 1; \
	fi; \
	sudo=""; \
	if [ "$$(id -u)" -ne 0 ]; then \
	    sudo=sudo; \
	    command -v sudo >/dev/null 2>&1 || { \
	        echo "Missing:$$missing. As root: apt-get install$$missing" >&2; exit 1; }; \
	fi; \
	echo "Installing$$missing" >&2; \
	$$sudo apt-get update -q >/dev/null && \
	$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $$missing >/dev/null
endef

# Once, from the package index; prints nothing if the versions of Tests/requirements.txt are installed. That file is copied
# last, so that an interrupted installation starts again.
clients test test-clients test-libraries test-browser dist-check image-check: WITH_CLIENTS = yes
test-clients dist dist-check: WITH_LIBRARIES = yes
clients: deps
	@{ [ -x $(CLIENTS)/bin/python3 ] && cmp -s Tests/requirements.txt $(CLIENTS)/requirements.txt; } || { \
	    echo "Installing the Python clients of the tests into $(CLIENTS)" >&2; \
	    python3 -m venv --clear $(CLIENTS) && \
	    { $(CLIENTS)/bin/python3 -m pip --disable-pip-version-check install --quiet -r Tests/requirements.txt || { \
	        echo "pip reaches no package index that has them; PIP_INDEX_URL names another." >&2; false; }; } && \
	    cp Tests/requirements.txt $(CLIENTS)/; \
	} || { \
	    echo "The Python clients are not installed." >&2; \
	    echo "\`swift test\` runs without them: what needs one fails, and says so." >&2; \
	    exit 1; \
	}

# What is built with $(RELEASE) gets the commit, for `mishap --version`; a build without Git (a container's) passes it.
build soak fuzz-wire attack install dist: export BUILD_COMMIT = $(COMMIT)
COMMIT = $(shell git describe --always --dirty --abbrev=12 --exclude='*' 2>/dev/null)

build: deps
	$(SWIFT) build $(RELEASE) --product mishap $(BUILD_ARGS)

# A debug build: in a fresh clone it is ready sooner than a release build, and `make test` reuses it. It behaves the same;
# `make build` makes the fast one.
run: deps
	@$(SWIFT) build --product mishap >&2
	@exec "$$($(SWIFT) build --show-bin-path)/mishap" serve $(ARGS)

test: deps clients
	$(SWIFT) test --parallel $(ARGS)

# As in `make test-clients ARGS=python`. MISHAP_BINARY names another program than the one that is built.
test-clients: deps clients
	@[ -n "$(MISHAP_BINARY)" ] || $(SWIFT) build --product mishap >&2
	@clients/test.sh "$${MISHAP_BINARY:-$$($(SWIFT) build --show-bin-path)/mishap}" $(ARGS)

# What `make test` leaves out. Some of its tests run a part of what they could, drawn by a fixed seed that they print.
test-slow:
	.ci/slow tests attack soak fuzz api

# As in `make test-libraries RELEASES=trixie`. Nothing is rebuilt for a version: the program loads it at run time.
test-libraries: deps clients
	$(SWIFT) build --build-tests
	@SWIFT="$(SWIFT)" ARGS="$(ARGS)" Tests/libraries.sh $(RELEASES)

# As in `make test-api ARGS="--seed 7"`: further options of schemathesis, which comes from the Python package index.
test-api: WITH_PYTHON = yes
test-api: deps
	@$(SWIFT) build --product mishap >&2
	@Tests/API/run.sh "$$($(SWIFT) build --show-bin-path)/mishap" $(ARGS)

# As in `make test-way ARGS="--only socat"`; MISHAP_NO_NAMESPACES=1 leaves out what needs network namespaces.
test-way: WITH_PYTHON = yes
test-way: deps
	@$(SWIFT) build --product mishap >&2
	@Tests/Ways/run.sh "$$($(SWIFT) build --show-bin-path)/mishap" $(ARGS)

# As in `make test-browser ARGS="--browser google-chrome"`. MISHAP_BINARY names another program than the one that is built.
test-browser: WITH_BROWSER = yes
test-browser: deps clients
	@[ -n "$(MISHAP_BINARY)" ] || $(SWIFT) build --product mishap >&2
	@Tests/Browser/run.sh "$${MISHAP_BINARY:-$$($(SWIFT) build --show-bin-path)/mishap}" $(ARGS)

# As in `make fuzz ARGS="--seed 7 --count 10000"`. `--only TRIAL` runs one trial again and shows it.
fuzz: deps
	@$(SWIFT) build -c release --product mishap-fuzz >&2
	@exec "$$($(SWIFT) build -c release --show-bin-path)/mishap-fuzz" $(ARGS)

# As in `make soak ARGS="--minutes 60 --seed 2"`. It loads the release build.
soak: build
	@$(SWIFT) build $(RELEASE) --product mishap-soak >&2
	@bin="$$($(SWIFT) build -c release --show-bin-path)"; exec "$$bin/mishap-soak" --binary "$$bin/mishap" $(ARGS)

# As in `make fuzz-wire ARGS="--seed 7 --seconds 60"`, which is 60 s with each sanitizer; `--replay FILE` sends one connection
# again. What is never freed is no finding: vocabularies and the like are kept until the end.
ATTACKER = SWIFT_BACKTRACE=enable=no "$$($(SWIFT) build -c release --show-bin-path)/mishap-attack"
fuzz-wire: deps
	@$(SWIFT) build --sanitize=address --scratch-path .build/address --product mishap >&2
	@$(SWIFT) build --sanitize=thread --scratch-path .build/thread --product mishap >&2
	@$(SWIFT) build $(RELEASE) --product mishap-attack >&2
	@ASAN_OPTIONS=detect_leaks=0 $(ATTACKER) --fuzz --seconds 400 \
	    --server .build/address/debug/mishap --output .build/fuzz-wire $(ARGS)
	@TSAN_OPTIONS="suppressions=Tests/Attack/Fuzzing/thread.supp halt_on_error=1" $(ATTACKER) --fuzz --seconds 200 \
	    --server .build/thread/debug/mishap --output .build/fuzz-wire-threads $(ARGS)

# As in `make attack ARGS="--only TERM.EXT"`; `--help` says the rest. Built as the release binary is, so that neither is
# built again for the other.
attack: build
	@$(SWIFT) build $(RELEASE) --product mishap-attack >&2
	@exec "$$($(SWIFT) build -c release --show-bin-path)/mishap-attack" \
	    --server "$$($(SWIFT) build -c release --show-bin-path)/mishap" $(ARGS)

lint:
	$(SWIFT) format lint --strict --recursive --parallel $(FORMATTED)

format:
	$(SWIFT) format --in-place --recursive --parallel $(FORMATTED)

# As in `make bench AGAINST=../before/.build/release/mishap ARGS="--only static"`: against another build of mishap.
bench: deps
	Benchmarks/bench.sh $(if $(AGAINST),--against "$(AGAINST)") $(ARGS)

# As in `make budgets ARGS="--only static"`. With --write, the file gets the figures that are not held.
budgets: deps
	Benchmarks/bench.sh --budgets Benchmarks/budgets.json $(ARGS)

# As in `make install PREFIX=$HOME/.local`, or with DESTDIR for a package.
install: build
	@.ci/dist/install.sh "$$($(SWIFT) build -c release --show-bin-path)/mishap" "$(DESTDIR)$(PREFIX)"

uninstall:
	@.ci/dist/install.sh --remove "$(DESTDIR)$(PREFIX)"

# All that is published, into dist/: what a version is made of is in docs/releasing.md.
dist: WITH_PYTHON = yes
dist: build
	@SWIFT="$(SWIFT)" .ci/dist/make.py "$$($(SWIFT) build -c release --show-bin-path)/mishap" dist

# As in `make dist-check ARGS="-k debian"`: further options of pytest.
CHECK_PACKAGES = PYTHONDONTWRITEBYTECODE=1 $(CLIENTS)/bin/python3 -m pytest -p no:cacheprovider -q -r s .ci/dist
dist-check: clients | $(filter dist,$(MAKECMDGOALS))
	@$(CHECK_PACKAGES) $(ARGS)

image-check: clients build
	@$(CHECK_PACKAGES) -k image

# For another architecture too, where the engine can: make docker ARGS="--platform linux/arm64".
docker:
	docker build -t $(IMAGE) --build-arg COMMIT="$(COMMIT)" --build-arg VERSION="$$(.ci/dist/version.sh)" \
	    --build-arg SOURCE_DATE_EPOCH="$$(git log -1 --format=%ct)" $(ARGS) .

clean:
	$(SWIFT) package clean
