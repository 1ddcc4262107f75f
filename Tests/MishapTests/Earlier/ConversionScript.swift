import Foundation
import TestSupport

/// `convert.py`, which converts scenarios of the earlier form of the language into today's.
///
/// It needs Python 3.9 and no packages, so it is run by the `python3` of the machine, which `make test` installs where there
/// is none.
enum ConversionScript {
    /// Converts the scenarios below a folder in place.
    static func convert(folder: String) async throws {
        _ = try await run("convert.py", [folder])
    }

    /// Runs a script of this folder to its end and returns what it printed. One that ends with another code than 0 fails
    /// with what it printed, errors included.
    static func run(_ script: String, _ arguments: [String], by python: String = "python3") async throws -> String {
        let file = Repository.path("Tests/MishapTests/Earlier/\(script)")
        // Without this, an import of one script by another writes a cache beside them.
        let options = ["-B", "-c", begin, file]
        guard python.contains("/") ? access(python, X_OK) == 0 : ChildProcess.isThere(python) else {
            throw ChildProcess.Failure(description: "\(python) is missing: \(advice)")
        }
        let result = try await ClientProgram.run(python, options + arguments, within: .seconds(60))
        guard result.code == 0 else {
            throw ChildProcess.Failure(description: "\(script) ended with \(result.code), and said:\n\(result.output)")
        }
        return result.output
    }

    /// Runs the file that is its argument as a program, with its errors in its output.
    private static let begin = """
        import runpy, sys
        sys.stderr = sys.stdout
        sys.argv = sys.argv[1:]
        runpy.run_path(sys.argv[0], run_name="__main__")
        """

    static let advice =
        "`make deps WITH_CLIENTS=yes` installs it; the scenarios of an earlier version are converted by it"
}
