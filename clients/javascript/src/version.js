/** The version of this library, which is that of the Mishap it belongs to. */
export const version = '0.2.0-dev.0'
