import type { ChildJob, ChildOutcome } from '../jobs/child-job.ts';
import type { ChildProgram } from '../jobs/child-program.ts';
import { type Child, type CommandLine, startChild } from './start-child.ts';

/** The children of one program. */
export interface ChildPool {
  /** Does a job in a child that has worked for no other tenant. */
  run(tenantId: string, job: ChildJob): Promise<ChildOutcome>;
  /** Process ids of the living children. */
  pids(): number[];
  /** Kills the children. Resolves when they are gone. */
  close(): Promise<void>;
}

/** A child is replaced after this many jobs, before leaks add up. */
const jobsPerChild = 100;
/** Idle children, besides the spare one, that stay for their tenants. */
const maxIdle = 1;

interface Member {
  child: Child;
  /** The only tenant that it works for, so that what one tenant's file does to it reaches no other tenant. */
  tenantId: string | null;
  jobs: number;
}

/**
 * Opens a pool. A child starts with the first job. Once a second tenant has come, a spare one is ready for the next
 * tenant.
 */
export function openChildPool(program: ChildProgram, buildCommand: () => CommandLine): ChildPool {
  const living = new Set<Child>();
  /** Idle children, the least recently used first. */
  let idle: Member[] = [];
  let isClosed = false;
  let firstTenant: string | null = null;
  let servesMany = false;

  function start(): Member {
    const child = startChild(program.name, buildCommand());
    living.add(child);
    return { child, tenantId: null, jobs: 0 };
  }

  async function retire({ child }: Member): Promise<void> {
    await child.kill();
    living.delete(child);
  }

  function take(tenantId: string): Member {
    const dead = idle.filter(({ child }) => !child.isAlive());
    idle = idle.filter(({ child }) => child.isAlive());
    for (const member of dead) void retire(member);
    const fit = idle.findLast((one) => one.tenantId === tenantId) ?? idle.find((one) => one.tenantId === null);
    idle = idle.filter((one) => one !== fit);
    return { ...(fit ?? start()), tenantId };
  }

  function giveBack(member: Member, isFit: boolean): void {
    if (isFit && !isClosed) idle.push(member);
    else void retire(member);
    const bound = idle.filter(({ tenantId }) => tenantId !== null);
    const surplus = bound.slice(0, Math.max(0, bound.length - maxIdle));
    idle = idle.filter((one) => !surplus.includes(one));
    for (const one of surplus) void retire(one);
  }

  function keepSpareFrom(tenantId: string): void {
    firstTenant ??= tenantId;
    servesMany ||= tenantId !== firstTenant;
    if (servesMany && !isClosed && !idle.some(({ tenantId }) => tenantId === null)) idle.push(start());
  }

  return {
    async run(tenantId, job) {
      const member = take(tenantId);
      keepSpareFrom(tenantId);
      member.jobs += 1;
      if (job.isLong) member.child.giveWay();
      const outcome = await member.child.run(job);
      // The priority of a process cannot be raised again, except by root.
      const isFit = member.child.isAlive() && !job.isLong;
      giveBack(member, isFit && member.jobs < jobsPerChild && outcome.memoryMb <= program.memoryMb / 2);
      return outcome;
    },
    pids: () => [...living].flatMap(({ pid, isAlive }) => (pid !== undefined && isAlive() ? [pid] : [])),
    async close() {
      isClosed = true;
      await Promise.all([...living].map((child) => child.kill()));
      living.clear();
    },
  };
}
