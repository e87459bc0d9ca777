import type { Database } from '@ecp/database/database';
import { LRUCache } from 'lru-cache';

/** A memory that can be lost at any time, because its values can be made again. */
export interface BoundedMemory<Value extends object> {
  /** Returns a value, which counts as used now, or undefined. */
  find(key: string): Value | undefined;
  /** Keeps a value of `length` characters. Drops the least recently used ones beyond the limit, but never this one. */
  hold(key: string, value: Value, length: number): void;
  drop(key: string): void;
}

/** Most characters that a memory holds, and the time after which a value that is not used is dropped. */
interface MemoryLimits {
  maxLength: number;
  maxIdleMs: number;
}

/** Returns the memory of what was read from a database, which is created at its first use. */
export function memoryByDatabase<Value extends object>(
  limits: MemoryLimits,
): (database: Database) => BoundedMemory<Value> {
  const memories = new WeakMap<Database, BoundedMemory<Value>>();
  return (database) => {
    const memory = memories.get(database) ?? createBoundedMemory<Value>(limits);
    memories.set(database, memory);
    return memory;
  };
}

/** Creates an empty memory. */
export function createBoundedMemory<Value extends object>({
  maxLength,
  maxIdleMs,
}: MemoryLimits): BoundedMemory<Value> {
  const entries = new LRUCache<string, Value>({
    maxSize: maxLength,
    ttl: maxIdleMs,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    // The cache would keep the clock of its own load, which fake timers do not move.
    perf: performance,
  });
  return {
    find: (key) => entries.get(key),
    // A value over the limit is held alone.
    hold: (key, value, length) => void entries.set(key, value, { size: Math.min(Math.max(1, length), maxLength) }),
    drop: (key) => void entries.delete(key),
  };
}
