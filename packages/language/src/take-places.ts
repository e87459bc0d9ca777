/** Places of a text that a reader has taken: what it finds later does not overlap them. */
export interface TakenPlaces {
  has: (start: number, end: number) => boolean;
  add: (start: number, end: number) => void;
}

/** Returns the places of a text, none of them taken. Each question costs as much time as its place is long. */
export function takePlaces(length: number): TakenPlaces {
  const taken = new Uint8Array(length);
  return {
    has: (start, end) => taken.subarray(start, end).includes(1),
    add: (start, end) => void taken.fill(1, start, end),
  };
}
