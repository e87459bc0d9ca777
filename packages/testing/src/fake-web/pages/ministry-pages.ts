import type { SitePage } from '../site-page.ts';

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
