import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@prisma/client';

const pool = { connectionString: process.env.DATABASE_URL, max: 20 };

/** Prisma with the driver adapter for pg, which needs no engine beside Node. */
export const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema: 'platform' }) });
