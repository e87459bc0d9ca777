import type { SitePage } from '../site-page.ts';

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
