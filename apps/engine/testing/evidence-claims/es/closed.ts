export { openSpanish as closedSpanish } from './open.ts';
