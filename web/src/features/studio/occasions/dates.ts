/**
 * The dates of the occasions, 2026 to 2030, as days in India.
 *
 * Sources:
 * - Hindu, Sikh and regional festivals: the tables for India of the Python library `holidays` 0.105
 *   (`holidays/calendars/hindu.py`, github.com/vacanza/holidays), which names timeanddate.com and
 *   drikpanchang.com as its sources. Lohri is the day before Makar Sankranti, and Durga Puja is
 *   shown for Maha Ashtami.
 * - Dhanteras and Akshaya Tritiya: computed for Ujjain from the positions of Sun and Moon
 *   (`astronomy-engine` 2): the thirteenth lunar day after sunset, the third before noon. The same
 *   computation gives the library's dates of Diwali.
 * - Eid al-Fitr and Eid al-Adha: the same library's country table for India. From 2027 on they are
 *   estimates; the Moon decides, so the client never names them as certain (`isByMoon`).
 * - Days of the civil calendar are the same each year; Mother's Day is the second Sunday of May.
 */
type Dated = {
  /** The days as `2026-11-08`, or `12-25` for the same day of each year. */
  readonly days: string | readonly string[];
  /** The Moon's sighting decides: the occasion is on that day, or the day before or after it. */
  readonly isByMoon?: true;
};

export const dates = {
  newYear: { days: '01-01' },
  lohri: { days: ['2026-01-13', '2027-01-14', '2028-01-14', '2029-01-13', '2030-01-13'] },
  sankranti: { days: ['2026-01-14', '2027-01-15', '2028-01-15', '2029-01-14', '2030-01-14'] },
  pongal: { days: ['2026-01-14', '2027-01-15', '2028-01-15', '2029-01-14', '2030-01-14'] },
  republicDay: { days: '01-26' },
  valentines: { days: '02-14' },
  holi: { days: ['2026-03-04', '2027-03-22', '2028-03-11', '2029-03-01', '2030-03-20'] },
  gudiPadwa: { days: ['2026-03-19', '2027-04-07', '2028-03-27', '2029-04-14', '2030-04-03'] },
  eid: {
    days: ['2026-03-21', '2027-03-10', '2028-02-27', '2029-02-15', '2030-02-05'],
    isByMoon: true,
  },
  baisakhi: { days: ['2026-04-14', '2027-04-14', '2028-04-13', '2029-04-14', '2030-04-14'] },
  akshayaTritiya: { days: ['2026-04-19', '2027-05-09', '2028-04-27', '2029-05-16', '2030-05-05'] },
  mothersDay: { days: ['2026-05-10', '2027-05-09', '2028-05-14', '2029-05-13', '2030-05-12'] },
  bakrid: {
    days: ['2026-05-27', '2027-05-17', '2028-05-06', '2029-04-25', '2030-04-14'],
    isByMoon: true,
  },
  independenceDay: { days: '08-15' },
  onam: { days: ['2026-08-26', '2027-09-12', '2028-09-01', '2029-08-22', '2030-09-09'] },
  rakhi: { days: ['2026-08-28', '2027-08-17', '2028-08-05', '2029-08-23', '2030-08-13'] },
  janmashtami: { days: ['2026-09-04', '2027-08-25', '2028-08-13', '2029-09-01', '2030-08-21'] },
  ganesh: { days: ['2026-09-14', '2027-09-04', '2028-08-23', '2029-09-11', '2030-09-01'] },
  navratri: { days: ['2026-10-11', '2027-09-30', '2028-09-19', '2029-10-08', '2030-09-28'] },
  durgaPuja: { days: ['2026-10-19', '2027-10-07', '2028-09-26', '2029-10-14', '2030-10-04'] },
  dussehra: { days: ['2026-10-20', '2027-10-09', '2028-09-27', '2029-10-16', '2030-10-06'] },
  karwaChauth: { days: ['2026-10-29', '2027-10-18', '2028-10-07', '2029-10-26', '2030-10-15'] },
  dhanteras: { days: ['2026-11-06', '2027-10-27', '2028-10-15', '2029-11-04', '2030-10-24'] },
  diwali: { days: ['2026-11-08', '2027-10-29', '2028-10-17', '2029-11-05', '2030-10-26'] },
  chhath: { days: ['2026-11-15', '2027-11-04', '2028-10-23', '2029-11-11', '2030-11-01'] },
  gurpurab: { days: ['2026-11-24', '2027-11-14', '2028-11-02', '2029-11-21', '2030-11-10'] },
  christmas: { days: '12-25' },
} as const satisfies Record<string, Dated>;

export type DatedOccasion = keyof typeof dates;

/** Occasions of every week, the most frequent first. */
export const undated = [
  'newStock',
  'saleEnds',
  'wedding',
  'menu',
  'anniversary',
  'shopOpening',
] as const;

export type Occasion = DatedOccasion | (typeof undated)[number];

export const occasions = [...(Object.keys(dates) as DatedOccasion[]), ...undated];

/** The next day of a dated occasion that is not before `from`; null after the last known one. */
export function findNextDay(occasion: DatedOccasion, from: string): string | null {
  const { days }: Dated = dates[occasion];
  if (typeof days === 'string') {
    const year = Number(from.slice(0, 4));
    const thisYear = `${year}-${days}`;
    return thisYear >= from ? thisYear : `${year + 1}-${days}`;
  }
  return days.find((day) => day >= from) ?? null;
}

export function isByMoon(occasion: DatedOccasion): boolean {
  return 'isByMoon' in dates[occasion];
}
