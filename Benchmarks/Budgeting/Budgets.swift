import Foundation

/// The committed figures, `Benchmarks/budgets.json`, with the platform on which they were measured.
struct Budgets: Equatable {
    var platform: Platform
    /// The figures of each row by its name.
    var rows: [String: [Quantity: Int]]

    init(platform: Platform, rows: [String: [Quantity: Int]] = [:]) {
        self.platform = platform
        self.rows = rows
    }

    init(json: [UInt8], named file: String) throws(BenchError) {
        struct File: Decodable {
            let platform: [String: String]
            let rows: [String: [String: Int]]
        }
        guard let read = try? JSONDecoder().decode(File.self, from: Data(json)) else {
            throw BenchError("\(file): a JSON object with \"platform\" and \"rows\" is expected")
        }
        self.init(platform: Platform(read.platform))
        for (row, figures) in read.rows {
            for (name, figure) in figures {
                guard let quantity = Quantity(rawValue: name) else {
                    throw BenchError("\(file): \"\(name)\" of \(row) is no quantity")
                }
                rows[row, default: [:]][quantity] = figure
            }
        }
    }

    /// A line for each row, sorted by name, so that a change of a row is a change of its line.
    var json: String {
        let platform = platform.parts.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value)\"" }
        let rows = rows.sorted { $0.key < $1.key }.map { row, figures in
            let figures = figures.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
            return "    \"\(row)\": { \(figures.joined(separator: ", ")) }"
        }
        return """
            {
              "platform": {
                \(platform.joined(separator: ",\n    "))
              },
              "rows": {
            \(rows.joined(separator: ",\n"))
              }
            }

            """
    }
}
