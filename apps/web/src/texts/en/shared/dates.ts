/** Texts of fields for dates. */
export const dateTexts = {
  format: 'e.g. Nov 30, 2026',
  open: (field: string) => `${field}: choose in a calendar`,
  calendar: (field: string) => `${field}: calendar`,
  previous: 'Previous month',
  next: 'Next month',
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  today: 'Today',
  clear: 'Clear',
  unread: 'This is not a date. Write it as 2026-11-30 or Nov 30, 2026.',
  early: (day: string) => `Choose ${day} or later.`,
  late: (day: string) => `Choose ${day} or earlier.`,
  missing: 'Choose a date.',
} as const;
