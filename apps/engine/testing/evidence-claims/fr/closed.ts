export { openFrench as closedFrench } from './open.ts';
