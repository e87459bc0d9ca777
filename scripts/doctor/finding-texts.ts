import type { Finding } from './finding.ts';

/** How much a finding matters. Only `wrong` makes the doctor fail. */
export type Severity = 'ok' | 'note' | 'wrong';

interface FindingText {
  severity: Severity;
  /** What is the case. `{name}` stands for a value of the finding. */
  fact: string;
  /** What to do about it. */
  advice?: string;
}

/** The sentences of all findings, by code. */
export const findingTexts = {
  settings_usable: { severity: 'ok', fact: 'all variables are usable' },
  settings_unusable: { severity: 'wrong', fact: '{message}', advice: 'see docs/settings.md' },
  timed_out: {
    severity: 'wrong',
    fact: 'the check did not end within {seconds} s',
    advice: 'look for a firewall or an overloaded server on the way',
  },
  check_failed: {
    severity: 'wrong',
    fact: 'the check failed: {reason}',
    advice: 'correct what the reason names',
  },

  database_answers: { severity: 'ok', fact: 'Postgres {version} answers at {address} ({setting})' },
  database_unreachable: {
    severity: 'wrong',
    fact: 'nothing answers at {address} ({reason})',
    advice: 'start Postgres, or correct {setting}',
  },
  database_sign_in_refused: {
    severity: 'wrong',
    fact: 'Postgres at {address} refuses the role {role}',
    advice: 'correct the role or password of {setting}, or allow the role in pg_hba.conf',
  },
  database_missing: {
    severity: 'wrong',
    fact: 'Postgres at {address} has no database {database}',
    advice: 'create it, or correct {setting}',
  },
  database_failed: {
    severity: 'wrong',
    fact: 'Postgres at {address} fails: {reason}',
    advice: 'correct what the reason names, or {setting}',
  },
  database_old: {
    severity: 'wrong',
    fact: 'Postgres {version} at {address} is too old',
    advice: 'upgrade it to 15 or later',
  },
  database_read_only: {
    severity: 'wrong',
    fact: 'Postgres at {address} takes no writes',
    advice: 'name the primary server in {setting}',
  },
  database_empty: {
    severity: 'note',
    fact: 'the database has no tables yet',
    advice: 'the next start makes them',
  },
  migrations_pending: {
    severity: 'note',
    fact: '{count} migrations of this release are missing',
    advice: 'the next start applies them, as does npm run migrate',
  },
  database_other: {
    severity: 'wrong',
    fact: 'the database was made by another release, whose tables are others',
    advice: 'start that release, or give this one an empty database',
  },
  database_newer: {
    severity: 'wrong',
    fact: 'the database was migrated by a newer release',
    advice: 'start that release',
  },
  role_too_strong: {
    severity: 'wrong',
    fact: 'the role {role} of DATABASE_URL {privilege}',
    advice: 'let services log in as a role without rights of its own',
  },
  embedded_database_rests: {
    severity: 'note',
    fact: 'the embedded Postgres of {folder} is not running',
    advice: 'npm start starts it',
  },

  secret_key_usable: { severity: 'ok', fact: 'the key is that of the stored data' },
  secret_key_not_made: {
    severity: 'note',
    fact: 'there is no key yet',
    advice: 'the first start generates {file}',
  },
  secret_key_lost: {
    severity: 'wrong',
    fact: 'the database has data, but {file} is missing',
    advice: 'restore it, or set SECRET_KEY: a new key would open none of the stored secrets',
  },
  secret_key_other: {
    severity: 'wrong',
    fact: 'the keys of {count} tenants are encrypted with another secret',
    advice: 'add the former secret to SECRET_KEY, after a comma, or restore secret.key',
  },
  secret_key_open: {
    severity: 'wrong',
    fact: 'other users of this machine can read {file}',
    advice: 'chmod 600 it',
  },
  secret_key_unreadable: {
    severity: 'wrong',
    fact: '{file} cannot be read ({reason})',
    advice: 'run the doctor and the product as the user who owns DATA_DIR',
  },

  clock_agrees: { severity: 'ok', fact: 'agrees with that of {source}' },
  clock_differs: {
    severity: 'wrong',
    fact: 'is {seconds} s {direction} that of {source}',
    advice: 'let both follow NTP (timedatectl set-ntp true)',
  },

  disk_has_room: { severity: 'ok', fact: '{megabytes} MB are free in {folder}' },
  disk_full: {
    severity: 'wrong',
    fact: 'only {megabytes} MB are free in {folder}',
    advice: 'delete or move what is not needed, or enlarge the disk',
  },
  disk_not_writable: {
    severity: 'wrong',
    fact: '{folder} cannot be written ({reason})',
    advice: 'give it to the user of the product, or correct DATA_DIR',
  },

  bucket_answers: { severity: 'ok', fact: '{bucket} at {address} stores, reads and deletes' },
  bucket_missing: {
    severity: 'wrong',
    fact: '{address} has no bucket {bucket}',
    advice: 'create it, or correct S3_BUCKET or S3_REGION',
  },
  bucket_refused: {
    severity: 'wrong',
    fact: '{address} refuses the access to {bucket} ({reason})',
    advice:
      'correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or what they may do (docs/operations.md, A bucket)',
  },
  bucket_unreachable: {
    severity: 'wrong',
    fact: 'no storage answers at {address} ({reason})',
    advice: 'start it, or correct S3_ENDPOINT',
  },

  kms_answers: { severity: 'ok', fact: 'the key wraps and unwraps' },
  kms_failed: {
    severity: 'wrong',
    fact: 'the key of KMS_KEY_ID does not wrap ({reason})',
    advice: 'correct KMS_KEY_ID, KMS_REGION or the credentials',
  },

  mail_answers: { severity: 'ok', fact: '{address} takes mail' },
  mail_stored: { severity: 'ok', fact: 'each mail becomes a file in {folder}' },
  mail_unsent: {
    severity: 'note',
    fact: 'mail becomes files in {folder}, and nobody receives it',
    advice: 'set SMTP_URL',
  },
  mail_unreachable: {
    severity: 'wrong',
    fact: 'no mail server answers at {address} ({reason})',
    advice: 'correct SMTP_URL, or open the port in the firewall',
  },
  mail_sign_in_refused: {
    severity: 'wrong',
    fact: 'the mail server at {address} refuses the sign-in',
    advice: 'correct user and password of SMTP_URL',
  },
  mail_not_encrypted: {
    severity: 'wrong',
    fact: 'no TLS with the mail server at {address} ({reason})',
    advice:
      'use smtps:// for port 465 and smtp:// for 587, and a host name that its certificate has',
  },
  mail_sender_local: {
    severity: 'wrong',
    fact: 'the sender is {sender}, which other mail servers refuse',
    advice: 'set MAIL_FROM to an address of your domain',
  },

  redis_answers: { severity: 'ok', fact: '{address} answers' },
  redis_unreachable: {
    severity: 'wrong',
    fact: 'nothing answers at {address} ({reason})',
    advice: 'start Redis, or correct REDIS_URL',
  },
  redis_refused: {
    severity: 'wrong',
    fact: '{address} refuses commands ({reason})',
    advice: 'correct user and password of REDIS_URL',
  },

  sandbox_closed: { severity: 'ok', fact: 'child processes can reach nothing' },
  sandbox_open: {
    severity: 'note',
    fact: 'a child process could {actions} ({reasons})',
    advice: 'see docs/operations.md, Isolation of child processes',
  },
  sandbox_required: {
    severity: 'wrong',
    fact: 'SANDBOX=required, but a child process could {actions} ({reasons})',
    advice: 'see docs/operations.md, Isolation of child processes',
  },
  programs_missing: {
    severity: 'wrong',
    fact: 'the programs of the sandbox are missing',
    advice: 'npm run build',
  },

  models_offline: {
    severity: 'note',
    fact: 'no model provider is set, so runs use the offline model',
    advice: "set a provider's key (docs/models.md)",
  },
  models_answer: { severity: 'ok', fact: '{provider} answers and takes the key' },
  model_missing: {
    severity: 'wrong',
    fact: '{provider} has no model {model}',
    advice: 'pull it there, or correct OPENAI_COMPATIBLE_MODELS',
  },
  models_refused: {
    severity: 'wrong',
    fact: '{provider} refuses the key (status {status})',
    advice: 'correct {setting}',
  },
  models_unreachable: {
    severity: 'wrong',
    fact: '{provider} cannot be reached at {address} ({reason})',
    advice: 'start it, or open the way to it in firewall and proxy',
  },
  models_unexpected: {
    severity: 'wrong',
    fact: '{provider} at {address} answers with status {status}',
    advice: 'correct its address, or look at the status page of the provider',
  },
  models_unchecked: {
    severity: 'note',
    fact: '{provider} was not asked, because it lists no models without cost or further rights',
    advice: 'test it under Settings > Models',
  },

  product_runs: { severity: 'ok', fact: 'the platform answers at {address}' },
  product_unready: {
    severity: 'wrong',
    fact: 'the platform at {address} is not ready',
    advice: 'look at the log of the platform, and at the database above',
  },
  product_rests: {
    severity: 'note',
    fact: 'nothing listens at {address}, so the proxy was checked in part',
    advice: 'start the product and run the doctor again',
  },
  port_taken: {
    severity: 'wrong',
    fact: 'another program answers at {address}',
    advice: 'end it, or set PORT to a free port',
  },

  engine_runs: { severity: 'ok', fact: '{count} engines are running' },
  engine_missing: {
    severity: 'wrong',
    fact: 'no engine is running',
    advice: 'start one, with worker in its ROLES, and look at its log',
  },

  proxy_answers: { severity: 'ok', fact: '{address} leads to the platform' },
  proxy_not_needed: { severity: 'ok', fact: '{address} is the platform itself' },
  proxy_unreachable: {
    severity: 'wrong',
    fact: '{address} cannot be reached ({reason})',
    advice: 'start the proxy, or correct BASE_URL, its name in DNS or the firewall',
  },
  proxy_certificate: {
    severity: 'wrong',
    fact: 'the certificate of {address} is not trusted ({reason})',
    advice: 'renew it, or install one for this name with its chain',
  },
  proxy_elsewhere: {
    severity: 'wrong',
    fact: '{address} answers with status {status}, and not as the platform does',
    advice: 'let the proxy pass requests to the platform, or correct BASE_URL',
  },
  proxy_open_inside: {
    severity: 'wrong',
    fact: '{address}{path} can be reached from outside',
    advice: 'refuse /metrics in the proxy (docs/hosting.md)',
  },
  proxy_not_trusted: {
    severity: 'wrong',
    fact: 'TRUST_PROXY is not set, so all callers behind the proxy share one rate limit',
    advice: 'set TRUST_PROXY to the address of the proxy, such as 127.0.0.1',
  },
  proxy_not_encrypted: {
    severity: 'wrong',
    fact: '{address} is not encrypted, so passwords and sessions can be read on the way',
    advice: 'put TLS in front, and set BASE_URL to the https address',
  },
} as const satisfies Record<string, FindingText>;

/** Returns how much a finding matters. */
export const severityOf = ({ code }: Finding): Severity => findingTexts[code].severity;

/** Returns the one line of a finding: severity, subject, fact, and what to do. */
export function describeFinding(finding: Finding): string {
  const { severity, fact, advice }: FindingText = findingTexts[finding.code];
  const sentence = advice === undefined ? fact : `${fact}: ${advice}`;
  const told = sentence.replace(/\{(\w+)\}/g, (_placeholder, name: string) =>
    String(finding.values[name] ?? ''),
  );
  // A reason of another program may have several lines.
  const line = told.replace(/\s+/g, ' ');
  return `${severity.padEnd(6)} ${finding.subject.padEnd(11)} ${line}`;
}
