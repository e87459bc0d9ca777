import type { SitePage } from '../site-page.ts';

/** Pages of the ferry operator whose case the site is about. */
export const operatorPages: SitePage[] = [
  {
    publisher: 'operator',
    path: '/annual-report-2024.pdf',
    title: 'Halden Sound Ferries: Annual report 2024',
    author: 'Halden Sound Ferries',
    date: '2025-03-18',
    form: 'meta',
    body: `Halden Sound Ferries carried 3.42 million passengers and 1.18 million vehicles in 2024, on four routes with six car ferries.

Revenue was EUR 61.4 million, of which EUR 27.9 million came from the concession of the region. Operating cost was EUR 57.6 million: crew EUR 24.1 million, marine gas oil EUR 13.8 million, maintenance EUR 8.3 million, port dues and other EUR 11.4 million. Operating profit was EUR 3.8 million.

The fleet burned 14,900 tonnes of marine gas oil. The average price was EUR 926 a tonne, taxes included. Direct emissions were 47,800 tonnes of CO2.

Net debt at the end of the year was EUR 22.5 million, 2.9 times EBITDA. The covenant of the banks is 4.0 times. The concession ends on 31 December 2031.`,
  },
  {
    publisher: 'operator',
    path: '/fleet',
    title: 'Our fleet',
    author: null,
    date: null,
    form: 'none',
    body: `Six double-ended car ferries serve the sound. Two of them come up for replacement first.

| Vessel | Built | Cars | Route | Fuel a year (t) |
| Skarvoy | 1994 | 76 | Halden-Norvik | 3,420 |
| Teisten | 1996 | 76 | Halden-Norvik | 3,380 |
| Lomvi | 2003 | 90 | Norvik-Storoy | 2,760 |
| Alken | 2008 | 90 | Norvik-Storoy | 2,540 |
| Havella | 2011 | 50 | Storoy-Lysa | 1,620 |
| Terna | 2012 | 50 | Lysa-Halden | 1,180 |

Skarvoy and Teisten need new main engines by 2028. The class renewal of both is due in 2029. Timetables are on the page [Routes and crossings](operator/routes).`,
  },
  {
    publisher: 'operator',
    path: '/routes',
    title: 'Routes and crossings',
    author: null,
    date: '2025-01-06',
    form: 'time',
    body: `Halden-Norvik: 5.7 km, 22 minutes, 34 departures in each direction a day. Turnaround is 8 minutes in Halden and 10 minutes in Norvik.

Norvik-Storoy: 11.2 km, 40 minutes, 16 departures. Turnaround is 15 minutes.

Storoy-Lysa: 4.1 km, 18 minutes, 14 departures. Lysa-Halden: 19.5 km, 70 minutes, 5 departures.

Halden-Norvik carries 58 % of all passengers and 63 % of all vehicles.`,
  },
  {
    publisher: 'operator',
    path: '/news/path-to-zero',
    title: 'Halden Sound Ferries examines battery ferries for its busiest route',
    author: 'Ingrid Solberg',
    date: '2025-05-22',
    form: 'json-ld',
    body: `The board of Halden Sound Ferries has asked for a decision paper on battery ferries for Halden-Norvik by the end of the year, says chief executive Ingrid Solberg.

"Either we buy two new engines for vessels from the nineties, or we go electric. A second decade of diesel is not on the table," she says.

The board will weigh three options: battery ferries from 2028, hybrid conversion of Skarvoy and Teisten, and biofuel in the present engines. More on [the rule for zero emissions](ministry/zero-emission-rule).`,
  },
  {
    publisher: 'operator',
    path: '/tariffs',
    title: 'Fares 2025',
    author: null,
    date: '2025-01-01',
    form: 'meta',
    body: `A car of up to six metres pays EUR 9.80 on Halden-Norvik and EUR 14.60 on Norvik-Storoy. Passengers pay EUR 3.40 and EUR 5.10. Fares follow the consumer price index once a year; the concession does not let the operator pass on the price of energy.`,
  },
];
