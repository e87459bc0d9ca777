import { type SeededRandom, seededRandom } from '../bench/routing/seeded-random.ts';

/** Choices that follow from a seed and a number, so that one probe can be made again without those before it. */
export interface Choice extends SeededRandom {
  /** Returns true in a share of cases from 0 to 1. */
  chance(share: number): boolean;
  /** Picks one of a list that may not be empty. Throws an Error when it is. */
  from<T>(items: readonly T[]): T;
  /** Makes text of a length from an alphabet. */
  text(alphabet: string, length: number): string;
}

/** Makes the choices of probe `index` of a run with a seed. */
export function seededChoice(seed: number, index: number): Choice {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  const from = <T>(items: readonly T[]): T => {
    const [first, ...rest] = items;
    if (first === undefined) throw new Error('There is nothing to choose from');
    return random.pick([first, ...rest]);
  };
  return {
    ...random,
    from,
    chance: (share) => random.uniform() < share,
    text: (alphabet, length) =>
      Array.from({ length }, () => alphabet[Math.floor(random.uniform() * alphabet.length)]).join(''),
  };
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const tokenCharacters = `${letters}${letters.toUpperCase()}0123456789`;

/** Makes text of the same form that names nothing: a letter for a letter, a digit for a digit, in the same places. */
export function sameForm(text: string, choice: Choice): string {
  return text.replace(/[A-Za-z0-9]/g, (character) => {
    if (/[0-9]/.test(character)) return choice.text('0123456789', 1);
    return choice.text(/[a-z]/.test(character) ? letters : letters.toUpperCase(), 1);
  });
}

/** Makes an id of the service's form that names nothing. */
export const unknownId = (choice: Choice): string => choice.text(letters, 1) + choice.text(`${letters}0123456789`, 23);

/** Changes a token in one place or form, so that it is the token no more. */
export function tamper(token: string, choice: Choice): string {
  const at = Math.floor(choice.uniform() * token.length);
  const made = choice.from([
    () => token.slice(0, at) + choice.text(tokenCharacters, 1) + token.slice(at + 1),
    () => token.slice(0, -1),
    () => token.slice(0, at),
    () => `${token}${choice.text(tokenCharacters, 1)}`,
    () => token.toUpperCase(),
    () => [...token].reverse().join(''),
    () => `${token}.`,
    () => token.split('.').reverse().join('.'),
    () => token.slice(at) + token.slice(0, at),
  ])();
  return made === token || made === '' ? `${token}x` : made;
}
