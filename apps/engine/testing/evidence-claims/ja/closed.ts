export { openJapanese as closedJapanese } from './open.ts';
