# Stages of .ci/run and .ci/slow, which read this file: each says its command and how long it took, and the first that fails
# ends them. A stage that runs no test where it should has failed.

stages_log=.build/ci.log
stages_times=.build/ci.times
mkdir -p .build
: >"$stages_log"
: >"$stages_times"

stage() {
    name=$1
    shift
    printf '\n+ %s: %s\n' "$name" "$*"
    begun=$(date +%s)
    # In sh, the exit code of a pipe is that of tee, so that of the command is written to a file.
    { "$@" 2>&1 && echo 0 >.build/ci.code || echo $? >.build/ci.code; } | tee .build/ci.stage
    cat .build/ci.stage >>"$stages_log"
    code=$(cat .build/ci.code)
    printf '%5d s  %s\n' $(($(date +%s) - begun)) "$name" >>"$stages_times"
    tail -n 1 "$stages_times"
    # What `swift test` only warns of.
    if grep -aqE 'No matching test cases were run|Test run with 0 tests' .build/ci.stage; then code=1; fi
    [ "$code" -eq 0 ] || {
        # Failures again at the end, for those who see only the last lines of the log.
        grep -a -A 3 '^✘ Test.* recorded an issue' .build/ci.stage | tail -n 60 | cut -c 1-600 || true
        grep -aE '^(! |FAILED |not ok )' .build/ci.stage | tail -n 20 || true
        stage_times
        printf '\n%s failed (%s)\n' "$name" "$code"
        exit "$code"
    }
}

# What the stages took, at the end.
stage_times() { printf '\n'; awk '{ print; sum += $1 } END { printf "%5d s  together\n", sum }' "$stages_times"; }

# Prints a command and runs it, for stages of several. In a stage the shell does not end at the first failure: join with &&.
show() {
    printf '+ %s\n' "$*"
    "$@"
}

# The suites whose files match an expression, for `swift test --filter`; nested ones too.
suites() {
    names=$(grep -rlE --include='*Tests.swift' "$1" Tests | sed 's/.*\///; s/\.swift$//' | paste -s -d '|' -)
    printf '[./](%s)/' "$names"
}

# The tests of the server and of what the gateway writes to the wire, for `swift test --filter`.
wire_tests() {
    printf '^GatewayServerTests\\.|^MishapTests\\.(%s)/' \
        "$(ls Tests/MishapTests/Wire | sed -n 's/\.swift$//p' | paste -s -d '|' -)"
}
