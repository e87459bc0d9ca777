import type { SitePage } from '../site-page.ts';

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
