/**
 * Is loaded into a product before its own code, where hashing a password would take a quarter of a
 * second of processor time. The real cost is proved where passwords are hashed.
 */
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;
const cheap: ScryptOptions = { N: 2 ** 8, r: 8, p: 1 };

type Derivation = (
  password: BinaryLike,
  salt: BinaryLike,
  bytes: number,
  options: ScryptOptions,
  done: Parameters<typeof scrypt>[4],
) => void;

const derivation: Derivation = (password, salt, bytes, _options, done) =>
  scrypt(password, salt, bytes, cheap, done);

Object.assign(crypto, { scrypt: derivation });
syncBuiltinESMExports();
