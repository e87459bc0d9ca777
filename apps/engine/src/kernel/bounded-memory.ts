import type { Database } from '@ecp/database/database';

/** A memory that can be lost at any time, because its values can be made again. */
export interface BoundedMemory<Value> {
  /** Returns a value, which counts as used now, or undefined. */
  find(key: string): Value | undefined;
  /** Keeps a value of `length` characters. Drops the least recently used ones beyond the limit, but never this one. */
  hold(key: string, value: Value, length: number): void;
  drop(key: string): void;
}

interface Entry<Value> {
  value: Value;
  length: number;
  idle: NodeJS.Timeout;
}

/** Most characters that a memory holds, and the time after which a value that is not used is dropped. */
interface MemoryLimits {
  maxLength: number;
  maxIdleMs: number;
}

/** Returns the memory of what was read from a database, which is created at its first use. */
export function memoryByDatabase<Value>(limits: MemoryLimits): (database: Database) => BoundedMemory<Value> {
  const memories = new WeakMap<Database, BoundedMemory<Value>>();
  return (database) => {
    const memory = memories.get(database) ?? createBoundedMemory<Value>(limits);
    memories.set(database, memory);
    return memory;
  };
}

/** Creates an empty memory. */
export function createBoundedMemory<Value>(limits: MemoryLimits): BoundedMemory<Value> {
  const entries = new Map<string, Entry<Value>>();
  let heldLength = 0;
  const drop = (key: string) => {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    heldLength -= entry.length;
    clearTimeout(entry.idle);
  };
  return {
    drop,
    find(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      entry.idle.refresh();
      return entry.value;
    },
    hold(key, value, length) {
      drop(key);
      entries.set(key, { value, length, idle: setTimeout(() => drop(key), limits.maxIdleMs).unref() });
      heldLength += length;
      for (const oldest of entries.keys()) {
        if (heldLength <= limits.maxLength || oldest === key) break;
        drop(oldest);
      }
    },
  };
}
