/// The version of this gateway, as `mishap --version` and the control API tell it.
public enum MishapVersion {
    public static let text = "0.1.0-dev"
}
