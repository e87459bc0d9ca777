import type { SitePage } from '../site-page.ts';

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
