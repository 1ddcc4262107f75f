/// A moment in the proleptic Gregorian calendar, UTC, from which all date formats are written.
///
/// The conversions are Howard Hinnant's `civil_from_days` and `days_from_civil`.
struct CivilTime: Sendable, Hashable {
    let year: Int
    let month: Int
    let day: Int
    let hour: Int
    let minute: Int
    let second: Int
    /// 0 is Sunday.
    let weekday: Int

    /// Moments before the year 0 or after 9999 are clamped to the first or last second of that range.
    init(epochSeconds: Int64) {
        let bounded = min(max(epochSeconds, -62_167_219_200), 253_402_300_799)
        let (days, seconds) = HTTPDate.floorDivide(bounded, 86_400)
        let shifted = days + 719_468
        let (era, dayOfEra) = HTTPDate.floorDivide(shifted, 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        hour = Int(seconds / 3_600)
        minute = Int(seconds / 60 % 60)
        second = Int(seconds % 60)
        weekday = Int(HTTPDate.floorDivide(days + 4, 7).1)
    }

    /// Days since 1970-01-01; a day past the end of its month continues into the next month.
    static func days(year: Int, month: Int, day: Int) -> Int64 {
        let shiftedYear = Int64(month <= 2 ? year - 1 : year)
        let (era, yearOfEra) = HTTPDate.floorDivide(shiftedYear, 400)
        let monthFromMarch = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
