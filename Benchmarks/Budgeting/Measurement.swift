/// The figures of one row of the budgets.
struct Measurement: Equatable {
    var figures: [Quantity: Int]
    /// Where the instructions go; nil for a row without instructions.
    var functions: FunctionTable?

    init(_ figures: [Quantity: Int]) {
        self.figures = figures
    }

    /// The instructions of a profile.
    ///
    /// - Parameter requests: The number of requests in the profile, if each figure is that of one request.
    /// - Parameter unit: The number of instructions that the table counts as one.
    init(_ profile: CallgrindProfile, requests: Int = 1, tableUnit unit: Int = 1) {
        func perRequest(_ count: Int) -> Int { (count + requests / 2) / requests }
        figures = [.instructions: perRequest(profile.total - profile.memset), .memset: perRequest(profile.memset)]
        functions = FunctionTable(profile, dividedBy: requests * unit)
    }
}
