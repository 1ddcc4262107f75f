#!/bin/sh
# What action.yml runs. The inputs come as INPUT_… variables.
#
# `start` puts `mishap exec` into the background, with this script as its command (`hold`), which waits until `judge` tells it
# to end. Then exec judges the clients and writes the reports, as it always does, and its exit code is the verdict.
set -eu

# Seconds that a start and an end may take. exec itself waits for requests for 10 s at most.
deadline=${MISHAP_ACTION_DEADLINE:-30}
state=$RUNNER_TEMP/mishap-$INPUT_NAME

# MARK: What the runner reads

# Escapes the lines of standard input as one message of a workflow command.
escaped() { awk '{ gsub(/%/, "%25"); gsub(/\r/, "%0D"); printf "%s%s", (NR > 1 ? "%0A" : ""), $0 }'; }

# An annotation: KIND MESSAGE.
annotate() { printf '::%s title=Mishap::%s\n' "$1" "$(printf '%s\n' "$2" | escaped)"; }

fail() {
    annotate error "$1"
    exit 1
}

# Fails unless all of the programs are installed: TOOL...
need() {
    for tool in "$@"; do
        command -v "$tool" >/dev/null || fail \
            "There is no $tool here: install it (coreutils, util-linux, an awk, tar, xz-utils, curl)."
    done
}

# Prints standard input. It may quote what clients sent, of which the runner must not take anything for a command.
show() {
    token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    printf '::stop-commands::%s\n' "$token"
    awk 1
    printf '::%s::\n' "$token"
}

# An annotation of the given kind for each session that did not pass, and for each required failure that did not come.
annotate_sessions() {
    awk -v kind="$1" '
        function escaped(text) { gsub(/%/, "%25", text); gsub(/\r/, "%0D", text); return text }
        function flush() { if (message != "") print "::" kind " title=Mishap::" message; message = "" }
        /^mishap: (failed|undecided|not exercised): / || /^mishap: (and )?[0-9]+ more / {
            flush(); message = escaped(substr($0, length("mishap: ") + 1)); next
        }
        /^  passed: / { next }
        /^  / { if (message != "") message = message "%0A" escaped($0); next }
        { flush() }
        END { flush() }' "$state/output"
}

# An annotation at the place of each error in a scenario file.
annotate_files() {
    awk '
        function escaped(text) { gsub(/%/, "%25", text); gsub(/\r/, "%0D", text); return text }
        function property(text) { text = escaped(text); gsub(/:/, "%3A", text); gsub(/,/, "%2C", text); return text }
        match($0, /:[0-9]+:[0-9]+: error: /) {
            split(substr($0, RSTART, RLENGTH), place, ":")
            printf "::error title=Mishap,file=%s,line=%s,col=%s::%s\n", property(substr($0, 1, RSTART - 1)), place[2], place[3],
                escaped(substr($0, RSTART + RLENGTH))
        }' "$state/output"
}

# MARK: Processes

# Waits until one of the files is there; fails at the deadline.
wait_for() {
    end=$(($(date +%s) + deadline))
    while :; do
        for file in "$@"; do [ ! -e "$file" ] || return 0; done
        # Not before: the clock has whole seconds.
        [ "$(date +%s)" -le "$end" ] || return 1
        sleep 0.1
    done
}

# Tells `hold` to end. Opened for both directions, a FIFO blocks neither this nor that.
tell_end() { [ ! -p "$state/end" ] || echo end 1<>"$state/end"; }

# Whether the gateway still runs. A process that has ended stays a zombie in containers whose first process collects none.
is_running() { [ ! -e "$state/code" ] && grep -q '^State:.[^ZX]' "/proc/$1/status" 2>/dev/null; }

# Ends the process group, which is the gateway with its supervisor.
end_group() {
    kill -s TERM -- "-$1" 2>/dev/null || return 0
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        kill -s 0 -- "-$1" 2>/dev/null || return 0
        sleep 0.1
    done
    kill -s KILL -- "-$1" 2>/dev/null || :
}

# In the background: runs exec, and keeps its exit code, for which no later step can wait.
supervise() {
    code=0
    "$@" || code=$?
    # Of a gateway that was killed, the command still waits.
    tell_end
    echo "$code" >"$state/code.part"
    # Whoever waits for it takes the folder away, so that this comes last.
    mv "$state/code.part" "$state/code"
}

# The command of exec.
hold() {
    exec 3<>"$state/end"
    cat >"$state/variables.part" <<END
MISHAP_URL=$MISHAP_URL
MISHAP_HTTPS_URL=$MISHAP_HTTPS_URL
MISHAP_CONTROL_URL=$MISHAP_CONTROL_URL
MISHAP_CA=${MISHAP_CA-}
END
    mv "$state/variables.part" "$state/variables"
    read -r _ <&3
}

# MARK: Steps

# Sets `program`.
find_program() {
    if [ -n "$INPUT_ARCHIVE" ]; then
        [ -z "$INPUT_PROGRAM" ] || fail "There are both program and archive: give one of them."
        unpack
        return
    fi
    [ -z "$INPUT_SHA256" ] || fail "There is sha256 without archive: it is the archive's."
    program=${INPUT_PROGRAM:-mishap}
    command -v "$program" >/dev/null || fail \
        "There is no program \"$program\": give the input program its path, or the input archive a mishap-*.tar.xz."
}

unpack() {
    need tar xz
    case $INPUT_ARCHIVE in
    https://*)
        [ -n "$INPUT_SHA256" ] || fail "An archive by URL needs sha256."
        need curl
        archive=$state/archive.tar.xz
        curl --fail --silent --show-error --location --proto =https --proto-redir =https --retry 3 --max-time 300 \
            --output "$archive" "$INPUT_ARCHIVE" ||
            fail "The archive $INPUT_ARCHIVE was not downloaded: check the URL."
        ;;
    *://*) fail "The archive $INPUT_ARCHIVE is neither a file nor an https URL." ;;
    *)
        archive=$INPUT_ARCHIVE
        [ -f "$archive" ] || fail "There is no archive $archive: give a path from the workspace, or an https URL."
        ;;
    esac
    if [ -n "$INPUT_SHA256" ]; then
        sum=$(sha256sum <"$archive" | cut -d ' ' -f 1)
        [ "$sum" = "$(printf %s "$INPUT_SHA256" | tr A-F a-f)" ] || fail \
            "The archive $INPUT_ARCHIVE has the SHA-256 $sum, and $INPUT_SHA256 was expected: check both."
    fi
    mkdir "$state/program"
    # By standard input: in a path, a colon would follow the name of another machine.
    tar -xJf - -C "$state/program" <"$archive" || fail "The archive $INPUT_ARCHIVE cannot be unpacked as tar.xz."
    set -- "$state"/program/mishap-*/bin/mishap
    program=$1
    [ -x "$program" ] || fail "The archive $INPUT_ARCHIVE has no mishap-*/bin/mishap."
}

start() {
    system=${RUNNER_OS:-$(uname -s)}
    [ "$system" = Linux ] || fail "Mishap needs Linux, and this runner has $system: take runs-on: ubuntu-latest."
    need awk mkfifo setsid
    if ! mkdir -m 700 "$state" 2>/dev/null; then
        [ -d "$state" ] || fail "The folder $state cannot be made: check RUNNER_TEMP."
        fail "A gateway \"$INPUT_NAME\" was started already: judge it first, or give this one another name."
    fi
    trap 'rm -rf "$state"' EXIT
    find_program

    set -- exec --report="$state/report.md"
    [ -z "$INPUT_SCENARIO" ] || set -- "$@" --scenario="$INPUT_SCENARIO"
    [ -z "$INPUT_SEED" ] || set -- "$@" --seed="$INPUT_SEED"
    [ -z "$INPUT_JUNIT" ] || set -- "$@" --junit="$INPUT_JUNIT"
    while read -r line; do
        [ -z "$line" ] || set -- "$@" --report="$line"
    done <<END
$INPUT_REPORT
END
    while read -r line; do
        [ -z "$line" ] || set -- "$@" --require="$line"
    done <<END
$INPUT_REQUIRE
END
    while read -r line; do
        case $line in
        '') ;;
        -*) set -- "$@" "./$line" ;;
        *) set -- "$@" "$line" ;;
        esac
    done <<END
$INPUT_SCENARIOS
END

    mkfifo "$state/end"
    # Those of another gateway of this job.
    unset MISHAP_URL MISHAP_HTTPS_URL MISHAP_CONTROL_URL MISHAP_CA
    # A step ends when nobody has its output any more. In TMPDIR is the file of MISHAP_CA.
    NO_COLOR=1 TMPDIR=$state setsid sh "$0" supervise "$program" "$@" -- sh "$0" hold \
        </dev/null >"$state/output" 2>&1 &
    pid=$!
    echo "$pid" >"$state/pid"
    wait_for "$state/variables" "$state/code" || {
        end_group "$pid"
        tell_end
        show <"$state/output"
        fail "The gateway did not start within $deadline s: what it said is above."
    }
    show <"$state/output"
    [ -e "$state/variables" ] || {
        annotate_files
        fail "The gateway did not start (exit code $(cat "$state/code")): what it said is above."
    }
    trap - EXIT
    cat "$state/variables" >>"$GITHUB_ENV"
    # MISHAP_CONTROL_URL becomes control-url.
    sed 's/^MISHAP_//' "$state/variables" | while IFS='=' read -r name value; do
        echo "$(printf %s "$name" | tr A-Z_ a-z-)=$value"
    done >>"$GITHUB_OUTPUT"
    echo "Mishap \"$INPUT_NAME\" has started:"
    show <"$state/variables"
}

# Appends the verdict, what exec said and its report to the summary of the step: WORDS. GitHub takes 1 MiB.
summarize() {
    {
        printf '## Mishap (%s): %s\n\n' "$INPUT_NAME" "$1"
        head -c 200000 "$state/output" | sed 's/^/    /'
        echo
        [ ! -e "$state/report.md" ] ||
            head -c 700000 "$state/report.md" | sed -e '1{' -e '/^## Mishap$/d' -e '}'
        echo
    } >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
}

judge() {
    [ -d "$state" ] || fail \
        "No gateway \"$INPUT_NAME\" was started in this job: a step without command: judge has to come before, and to succeed."
    [ -z "$INPUT_SCENARIOS$INPUT_SCENARIO$INPUT_SEED$INPUT_REQUIRE$INPUT_JUNIT$INPUT_REPORT" ] || annotate warning \
        "Inputs that are for the step that starts the gateway were ignored: only name and fail-on-verdict are for command: judge."
    trap 'rm -rf "$state"' EXIT
    pid=$(cat "$state/pid")
    is_running "$pid" || died "The gateway ended before it was judged"
    tell_end
    wait_for "$state/code" || {
        end_group "$pid"
        show <"$state/output"
        fail "The gateway did not end within $deadline s, and nothing was judged: what it said is above."
    }
    code=$(cat "$state/code")
    echo "exit-code=$code" >>"$GITHUB_OUTPUT"
    case $code in
    0) words=passed ;;
    3) words=failed ;;
    *) died "The gateway could not judge" ;;
    esac
    show <"$state/output"
    summarize "$words"
    [ "$code" -ne 0 ] || return 0
    kind=error
    [ "$INPUT_FAIL_ON_VERDICT" = true ] || kind=warning
    annotations=$(annotate_sessions "$kind")
    if [ -n "$annotations" ]; then
        printf '%s\n' "$annotations"
    else
        annotate "$kind" "The verdict did not pass: what Mishap said is above."
    fi
    [ "$INPUT_FAIL_ON_VERDICT" = false ] || exit "$code"
}

# Why there is no verdict, with the last that the gateway said.
died() {
    # `hold` waits still if supervisor and exec were killed together.
    tell_end
    code=unknown
    [ ! -e "$state/code" ] || code=$(cat "$state/code")
    tail -n 20 "$state/output" | show
    summarize "no verdict"
    fail "$1 (exit code $code): the last that it said is above."
}

case $INPUT_NAME in
'' | *[!A-Za-z0-9._-]*) fail "The name \"$INPUT_NAME\" may have letters, digits, dots, dashes and underscores, and needs one." ;;
esac
case $INPUT_FAIL_ON_VERDICT in
true | false) ;;
*) fail "fail-on-verdict is \"$INPUT_FAIL_ON_VERDICT\", and has to be true or false." ;;
esac
if [ "$#" -gt 0 ]; then
    # In the background.
    "$@"
    exit
fi
case $INPUT_COMMAND in
start) start ;;
judge) judge ;;
*) fail "The command is \"$INPUT_COMMAND\", and has to be start or judge." ;;
esac
