internal import Engine
internal import GatewayServer
internal import JSONText
internal import Rules
internal import Wire

/// The calls that end what a session has: reset it, or delete it and give its last verdict.
extension SessionCalls {
    /// `POST sessions/{id}/reset`
    func reset(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        let keepsRules = try Self.keepsRules(call)
        let session = try session(call)
        let replaced = sessions.restart(session, keepsRules: keepsRules, at: call.arrived)
        // If it was reset by another call at this moment, its requests are awaited here too.
        return end([session], took: replaced.map { [$0] } ?? [], areReset: true)
    }

    /// `POST reset`
    func resetAll(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        let replaced = sessions.restartAll(keepsRules: try Self.keepsRules(call), at: call.arrived)
        return end(replaced, took: replaced, areReset: true)
    }

    /// `?rules=1` takes the added rules away.
    private static func keepsRules(_ call: ControlCall) throws(ControlRefusal) -> Bool {
        // A body is not needed; what is in one would be of no effect.
        if !Request(call.request).body.isEmpty { _ = try call.object() }
        switch try call.query()["rules"] {
        case nil, "0": return true
        case "1": return false
        case let other?: throw ControlRefusal(400, "rules is 1, to take the added rules away, or 0, not \"\(other)\"")
        }
    }

    /// `DELETE sessions/{id}?wait=&settle=&assert=&journal=&limit=`: from then on requests are refused. Those in flight get
    /// `wait` to end by themselves. The answer is the final verdict, and the same again for a while.
    func delete(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        let deletion = try Deletion(call)
        switch sessions.lookUp(call.sessionName(), at: call.arrived) {
        case .session(let session) where session.use == nil:
            throw ControlRefusal(
                409,
                session.hasScenario
                    ? "\"\(session.name)\" is the shared session of its scenario and cannot be deleted; reset it"
                    : "\"\(session.name)\" only has a journal and cannot be deleted; reset it")
        case .session(let session): return delete(session, deletion)
        // The next request opens another one of that name, whose verdict that of this one is not.
        case .notOpen: return .reply(ControlAnswer.nothing)
        case .gone(let id, let isForeign) where !isForeign: return again("~\(id)", deletion)
        case .gone, .unknown:
            _ = try session(call)
            return .reply(ControlAnswer.nothing)
        }
    }

    /// How a session is to be deleted.
    private struct Deletion {
        let name: [UInt8]
        let arrived: Nanoseconds
        let settle: Nanoseconds?
        let wait: Nanoseconds
        let asserts: Bool
        let isText: Bool
        /// How many entries of the journal are wanted; nil for none.
        let entries: Int?

        init(_ call: ControlCall) throws(ControlRefusal) {
            let query = try call.query()
            (name, arrived) = (call.sessionName(), call.arrived)
            settle = try call.settle(query["settle"])
            wait = try call.wait(query["wait"], settling: settle, standard: ControlCall.second)
            asserts = try call.isOn(query["assert"], "assert")
            isText = VerdictCalls.prefersText(Request(call.request))
            let limit = try call.limit(query["limit"])
            entries = try call.isOn(query["journal"], "journal") ? limit : nil
        }
    }

    /// The verdict on a session that was deleted before, as long as that is kept.
    private func again(_ name: String, _ deletion: Deletion) -> ControlAnswer {
        .later { [ended] feed in
            ended.find(name, at: deletion.arrived) { verdict in
                feed.finish(
                    verdict?.script(asserts: deletion.asserts, isText: deletion.isText) ?? ControlAnswer.nothing)
            }
        }
    }

    private func delete(_ session: Session, _ deletion: Deletion) -> ControlAnswer {
        let reference = SessionReference(to: session, named: deletion.name)
        var question = VerdictReading.Question { VerdictCalls.expectations(of: $0) }
        (question.wait, question.settle) = (deletion.wait, deletion.settle)
        return .later { [self, question] feed in
            let end = SystemClock.monotonic + deletion.wait
            // It goes on without its caller, who may ask again.
            let judge = { @Sendable (finish: @escaping @Sendable (VerdictReading.Result) -> Void) in
                VerdictReading(
                    question, of: reference, sessions, responders, verdictPlaces, .staying, finish: finish)
            }
            let label = label(of: session)
            let remove = { @Sendable (session: Session) in
                let isAsked = session.id != nil
                if isAsked { ended.begin(session.name) }
                // Another call may have taken it away meanwhile.
                let removed = sessions.remove(session)
                if removed != nil { kept?.begin() }
                self.end([session], took: removed.map { [$0] } ?? [], by: end) {
                    let judged = removed ?? session
                    judge { result in
                        var verdict: Verdict?
                        if case .verdict(let given) = result { verdict = given }
                        let given = verdict.map { GivenVerdict($0) }
                        if removed != nil {
                            let kept = verdict.flatMap { SessionVerdict($0, on: judged, label: label) }
                            self.kept?.end(isToldOf(judged) ? kept : nil, requests: judged.endedCount)
                        }
                        if isAsked { ended.end(judged.name, removed == nil ? nil : given, at: SystemClock.monotonic) }
                        guard let given else { return feed.finish(gone(reference)) }
                        guard let limit = deletion.entries else {
                            return feed.finish(given.script(asserts: deletion.asserts, isText: deletion.isText))
                        }
                        copyJournal(of: judged, limit: limit, feed) { journal in
                            feed.finish(
                                given.script(asserts: deletion.asserts, isText: deletion.isText, journal: journal))
                        }
                    }.judgeForGood(judged)
                }
            }
            guard deletion.settle ?? 0 > 0, deletion.wait > 0 else { return remove(session) }
            // The client has until then to do what is expected.
            judge { _ in remove(sessions.find(reference, at: SystemClock.monotonic) ?? session) }.start()
        }
    }

    /// Journals are large, and few are held at once.
    private func copyJournal(
        of session: Session, limit: Int, _ feed: ControlFeed,
        then: @escaping @Sendable (JournalCopy.Content) -> Void
    ) {
        verdictPlaces.acquire { [verdictPlaces, responders, sessions] in
            guard !feed.isOver else { return verdictPlaces.release() }
            JournalCopy(of: session, limit: limit, responders, sessions.workers.judging) { journal in
                then(journal)
                verdictPlaces.release()
            }.start()
        }
    }

    /// `DELETE sessions?labelPrefix=&wait=`
    func deleteByLabel(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        let query = try call.query()
        guard let prefix = query["labelPrefix"], !prefix.isEmpty else {
            throw ControlRefusal(400, "say which: DELETE /__mishap/sessions?labelPrefix=PREFIX")
        }
        let wait = try call.wait(query["wait"], settling: nil, standard: ControlCall.second)
        let entries = sessions.asked.entries(at: call.arrived).filter { $0.label?.hasPrefix(prefix) == true }
        let labels = Dictionary(entries.map { ($0.session.name, $0.label) }) { first, _ in first }
        let removed = entries.compactMap { sessions.remove($0.session) }
        return end(removed, took: removed, within: wait, labels: labels.compactMapValues(\.self))
    }

    /// Answers when the requests of these sessions have ended: by themselves within a time, or else by an RST. Those that were
    /// taken away or replaced are judged, if they got a request and verdicts are kept.
    private func end(
        _ ended: [Session], took: [Session], within wait: Nanoseconds = 0, labels: [String: String] = [:],
        areReset: Bool = false
    ) -> ControlAnswer {
        guard !ended.isEmpty else { return .reply(ControlAnswer.nothing) }
        if let kept { for _ in took { kept.begin() } }
        return .later { [self] feed in
            end(ended, took: took, by: SystemClock.monotonic + wait) {
                keepVerdicts(on: took, labels: labels, areReset: areReset) { feed.finish(ControlAnswer.nothing) }
            }
        }
    }

    /// Calls `then`, on any thread, when the requests of these sessions have ended: by themselves until that time, or else by an
    /// RST. Those that were taken away or replaced come into the report.
    private func end(
        _ ended: [Session], took: [Session], by time: Nanoseconds, _ then: @escaping @Sendable () -> Void
    ) {
        reports.begin(took)
        let known = Set(ended.map(ObjectIdentifier.init))
        let all = ended + took.filter { !known.contains(ObjectIdentifier($0)) }
        let serials = Set(all.map(\.serial))
        // A shard may have found the session for a request that is not counted yet.
        responders.abortOpen(exchangesOf: serials) { [responders, reports, sessions] in
            SessionDrain.begin(all, until: time, sessions.workers.alarms) {
                responders.abort(exchangesOf: serials) {
                    // Of what has ended, the report counts all. Only then nobody else has them any more.
                    reports.add(took) {
                        sessions.privates.freeLater(all)
                        then()
                    }
                }
            }
        }
    }
}
