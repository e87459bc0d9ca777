import type { SitePage } from '../site-page.ts';

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
