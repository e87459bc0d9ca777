import type { SitePage } from './fake-site.ts';

/** Pages of the grid operator. One of them changes later. */
export const gridPages: SitePage[] = [
  {
    publisher: 'grid',
    path: '/connections/waiting-times',
    title: 'Waiting times for new connections',
    author: 'Nordgrid',
    date: '2025-04-01',
    form: 'meta',
    body: `A connection of up to 5 MW in the region of Halden takes 18 months from the order. A connection above 5 MW needs the new substation at Brekke and takes 41 months.`,
    later: `A connection of up to 5 MW in the region of Halden takes 27 months from the order. A connection above 5 MW needs the new substation at Brekke and takes 52 months.`,
  },
  {
    publisher: 'grid',
    path: '/connections/charges',
    title: 'Contribution to the cost of a connection',
    author: 'Nordgrid',
    date: '2025-01-15',
    form: 'meta',
    body: `The contribution is EUR 410 a kW in Halden and EUR 365 a kW in Norvik. A connection of 4.5 MW in Halden therefore costs EUR 1.85 million. Orders above 5 MW pay a share of the substation as well, at present EUR 240 a kW.`,
  },
  {
    publisher: 'grid',
    path: '/tariffs/2025',
    title: 'Network tariff for large consumers 2025',
    author: null,
    date: '2024-12-10',
    form: 'time',
    body: `Power: EUR 68 a kW and year, measured at the highest hour of each month. Energy: EUR 0.009 a kWh. Interruptible connections pay EUR 41 a kW; they may be cut off for up to 40 hours a year with 30 minutes' notice.`,
  },
  {
    publisher: 'grid',
    path: '/market/prices',
    title: 'Power prices in the Halden area',
    author: 'Nordgrid Market Analysis',
    date: '2025-06-02',
    form: 'json-ld',
    body: `The average price in the Halden area was EUR 0.071 a kWh in 2024 and EUR 0.094 in 2023. Forwards for 2028 trade at EUR 0.066. Taxes add EUR 0.008 for ships in scheduled service.`,
  },
  {
    publisher: 'grid',
    path: '/guides/quay-batteries',
    title: 'Quay batteries instead of larger connections',
    author: 'Marek Dahl',
    date: '2024-08-19',
    form: 'json-ld',
    body: `A battery on the quay charges between calls and gives its power in a few minutes. It pays where the network tariff counts the highest hour. Losses are 9 %. The cells last 12 years at four full cycles a day, then they cost about EUR 190 a kWh to replace.`,
  },
];

/** Pages of the ministry of transport. */
export const ministryPages: SitePage[] = [
  {
    publisher: 'ministry',
    path: '/zero-emission-rule',
    title: 'Zero-emission rule for ferry concessions',
    author: 'Ministry of Transport',
    date: '2024-12-02',
    form: 'meta',
    body: `From 1 January 2030, crossings below 30 minutes in a concession are sailed without emissions. Crossings below 60 minutes follow in 2034. Biofuels do not count. A concession holder that fails pays EUR 1,200 a day and vessel. The ministry may grant a delay of up to 18 months if the grid operator confirms that no connection was to be had.`,
  },
  {
    publisher: 'ministry',
    path: '/funding/quay-charging-scheme.pdf',
    title: 'Support for charging at ferry quays: guidelines',
    author: 'Agency for Transport Funding',
    date: '2025-03-03',
    form: 'meta',
    body: `The scheme pays 40 % of the eligible cost of charging at quays, batteries on land and connections to the grid, and at most EUR 4.0 million a project. Vessels are not eligible.

Applications close on 30 September of each year. Works must not begin before the decision, which takes up to five months. The budget for 2026 is EUR 55 million.`,
  },
  {
    publisher: 'ministry',
    path: '/statistics/ferries-2024',
    title: 'Ferries in figures 2024',
    author: null,
    date: '2025-02-20',
    form: 'time',
    body: `| Year | Ferries in concessions | Battery ferries | Share |
| 2020 | 203 | 31 | 15 % |
| 2022 | 198 | 62 | 31 % |
| 2024 | 194 | 88 | 45 % |

Crossings below 30 minutes carry 71 % of all vehicles.`,
  },
  {
    publisher: 'ministry',
    path: '/emissions/factors',
    title: 'Emission factors for transport 2025',
    author: 'Ministry of Transport',
    date: '2025-01-10',
    form: 'json-ld',
    body: `Marine gas oil: 3.206 tonnes of CO2 a tonne burned. Electricity of the national mix: 0.019 kg of CO2 a kWh. HVO counts 0.19 tonnes a tonne until 2029. The allowance for CO2 at sea is assumed at EUR 84 a tonne in 2028.`,
  },
  {
    publisher: 'ministry',
    path: '/internal/draft-2034',
    title: 'Draft: crossings below 60 minutes',
    author: 'Ministry of Transport',
    date: '2025-06-11',
    form: 'meta',
    body: 'This draft is not for robots. It would move the year for crossings below 60 minutes to 2033.',
  },
];

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

/** Pages of the port authority. */
export const portPages: SitePage[] = [
  {
    publisher: 'port',
    path: '/halden/shore-power-study.pdf',
    title: 'Charging at Halden quay: feasibility study',
    author: 'Port of Halden, Technical Department',
    date: '2025-02-11',
    form: 'meta',
    body: `Charging two battery ferries on Halden-Norvik takes 7.5 MW at Halden quay for six minutes of each turnaround. The present connection of the quay is 2.0 MW.

With a battery of 4.2 MWh on the quay, a connection of 4.5 MW is enough. The battery costs EUR 2.6 million. Without it, the connection must be 8.0 MW.

The works at the quay cost EUR 3.9 million: foundations EUR 1.2 million, charging tower EUR 1.7 million, switchgear EUR 1.0 million. They take 14 months and close one of two ramps for 9 weeks.`,
  },
  {
    publisher: 'port',
    path: '/halden/dues',
    title: 'Port dues and charges 2025',
    author: null,
    date: '2025-01-01',
    form: 'time',
    body: `Ferries in scheduled service pay EUR 31 a call. Vessels that call without emissions pay half. Electricity for charging is passed on at cost, with EUR 0.012 a kWh for the use of the charging tower.`,
  },
  {
    publisher: 'port',
    path: '/norvik/quay-capacity',
    title: 'Norvik quay: space and load',
    author: 'Port of Norvik',
    date: '2024-11-04',
    form: 'meta',
    body: `Norvik quay bears 40 kN a square metre. A charging tower needs a foundation on piles, at EUR 0.8 million. There is room for a container of batteries behind lane 4, which then loses 11 of 118 places for waiting cars.`,
  },
  {
    publisher: 'port',
    path: '/halden/rules-batteries',
    title: 'Rules for vessels with batteries at berth',
    author: 'Harbour master Pia Lund',
    date: '2024-09-30',
    form: 'json-ld',
    body: `Vessels with more than 500 kWh on board report their state of charge before they lie overnight. A berth for the night needs 25 metres to the next vessel. Halden has two such berths. The fire brigade needs 15 minutes to the quay, and demands a fixed supply of 4,000 litres of water a minute.`,
  },
  {
    publisher: 'port',
    path: '/old/shore-power',
    title: 'Charging at Halden quay',
    author: null,
    date: null,
    form: 'none',
    body: 'This page has moved to [the study](port/halden/shore-power-study.pdf).',
  },
];

/** Pages of a trade paper. The first contradicts the yard's reference on the price of a ferry. */
export const pressPages: SitePage[] = [
  {
    publisher: 'press',
    path: '/2025/electric-ferry-prices',
    title: 'What a battery ferry really costs',
    author: 'Tomas Eklund',
    date: '2025-04-14',
    form: 'json-ld',
    body: `A battery ferry for 80 cars cost EUR 16.9 million in the five orders that we have seen since 2023, changes and spare parts included. The lowest was EUR 15.1 million, the highest EUR 18.7 million.

Lysefjord Transport paid EUR 16.2 million for its Lysefjord, not the EUR 13.4 million that [the yard names](yard/references/lysefjord). The difference are changes during construction and the spare battery.`,
  },
  {
    publisher: 'press',
    path: '/2024/battery-fire-svalnes',
    title: 'Fire on board the Svalnes: what the inquiry found',
    author: 'Hanne Moe',
    date: '2024-10-03',
    form: 'meta',
    body: `A leak of coolant caused the fire in the battery room of the Svalnes in 2023. Nobody was hurt. The ferry was out of service for 143 days. The inquiry asks for gas detection in each room and a second way to cool the modules.`,
  },
  {
    publisher: 'press',
    path: '/2025/crew-and-training',
    title: 'Electric ferries need other hands',
    author: 'Hanne Moe',
    date: '2025-02-27',
    form: 'time',
    body: `Operators with battery ferries have cut the engine crew from three to two a shift, says the seafarers' union. Training for high voltage takes 11 days and costs EUR 6,400 a person. Halden Sound Ferries employs 96 engineers.`,
  },
  {
    publisher: 'press',
    path: '/2025/winter-availability',
    title: 'Winter tests batteries less than schedules',
    author: 'Tomas Eklund',
    date: '2025-03-09',
    form: 'meta',
    body: `The eleven battery ferries of the northern counties kept 98.6 % of their departures in the winter of 2024, diesel ferries 98.9 %. Most cancellations came from chargers that iced up. Consumption rose by 14 % below minus ten degrees.`,
  },
  {
    publisher: 'press',
    path: '/2025/biofuel-doubts',
    title: 'Biofuel for ferries: short in supply, long on promises',
    author: 'Tomas Eklund',
    date: '2025-05-30',
    form: 'json-ld',
    body: `HVO cost EUR 1,790 a tonne in the first quarter, nearly twice the price of marine gas oil. Two thirds of it come from outside Europe. From 2030 the [rule for zero emissions](ministry/zero-emission-rule) no longer counts it.`,
  },
];

/** Pages of a shipyard. One of them disappears later. */
export const yardPages: SitePage[] = [
  {
    publisher: 'yard',
    path: '/references/lysefjord',
    title: 'Reference: battery ferry Lysefjord',
    author: 'Brodrene Vik Shipyard',
    date: '2024-06-18',
    form: 'meta',
    body: `The Lysefjord carries 80 cars and 300 passengers. The contract price was EUR 13.4 million. She was delivered in May 2024, 25 months after the order, and sails 30 crossings a day with 3.0 MWh of batteries.`,
  },
  {
    publisher: 'yard',
    path: '/products/sound-80.pdf',
    title: 'Sound 80: data sheet',
    author: 'Brodrene Vik Shipyard',
    date: '2025-01-27',
    form: 'meta',
    body: `Double-ended battery ferry for 80 cars. Length 84.2 m, beam 16.8 m, speed 12 knots. Batteries 3.4 MWh. Consumption on a crossing of 5.7 km: 178 kWh, and 205 kWh in winter. Charging: up to 7.5 MW by a tower. Delivery 26 months after the order.`,
  },
  {
    publisher: 'yard',
    path: '/offers/budget-price-2025',
    title: 'Budget prices 2025',
    author: null,
    date: '2025-02-03',
    form: 'time',
    body: `Sound 80: EUR 14.8 million, without spare battery. Spare battery: EUR 1.1 million. Hybrid conversion of an older ferry of 76 cars: EUR 6.2 million. Two vessels of one order: 6 % less for the second. Prices hold until the end of the year.`,
    later: null,
  },
  {
    publisher: 'yard',
    path: '/service/battery-warranty',
    title: 'Warranty of batteries',
    author: 'Brodrene Vik Shipyard',
    date: '2024-11-20',
    form: 'json-ld',
    body: `Batteries keep 80 % of their capacity for 10 years or 9,000 full cycles. A full set for the Sound 80 costs EUR 1.7 million today; we expect EUR 1.2 million in 2036. Maintenance of a battery ferry is 35 % below that of a diesel ferry of the same size.`,
  },
  {
    publisher: 'yard',
    path: '/news/slots',
    title: 'Building slots until 2029',
    author: 'Brodrene Vik Shipyard',
    date: '2025-06-05',
    form: 'meta',
    body: `Two slots for ferries of 80 cars are free for delivery in the second half of 2028. The next are in 2030. A slot is held for four months against EUR 0.4 million, which counts towards the price.`,
  },
];
