import JSONText
import Testing
