-- What an engagement brings in and costs beside its models: fee, hours and costs, for admins alone.
create table platform.economics (
  tenant_id text not null,
  engagement_id text not null,
  -- Amounts are whole ten-thousandths of the currency. Null while no fee is agreed.
  fee bigint check (fee >= 0),
  -- Null for the day on which the engagement was created.
  fee_date date,
  currency text not null,
  -- The price of a US dollar in millionths of the currency.
  usd_rate bigint check (usd_rate > 0),
  -- A change names the revision that it replaces, so that no admin overwrites what another one has just entered.
  revision integer not null check (revision > 0),
  changed_at timestamptz not null,
  changer_kind text not null check (changer_kind in ('user', 'api_key')),
  changer_id text,
  changer_name text not null,
  primary key (tenant_id, engagement_id),
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
call platform.secure_tenant_table('platform.economics');

create table platform.economics_hours (
  tenant_id text not null,
  engagement_id text not null,
  position integer not null,
  -- No foreign key: the hours of a person who leaves the team stay, with the name.
  user_id text not null,
  person_name text not null,
  day date not null,
  -- In hundredths of an hour.
  hours integer not null check (hours > 0),
  rate bigint not null check (rate >= 0),
  -- Hours × rate, rounded to the decimals of the currency.
  amount bigint not null check (amount >= 0),
  note text not null,
  primary key (tenant_id, engagement_id, position),
  foreign key (tenant_id, engagement_id) references platform.economics on delete cascade
);
create index economics_hours_of_person on platform.economics_hours (tenant_id, user_id, day desc);
call platform.secure_tenant_table('platform.economics_hours');

create table platform.economics_costs (
  tenant_id text not null,
  engagement_id text not null,
  position integer not null,
  day date not null,
  amount bigint not null check (amount >= 0),
  note text not null,
  primary key (tenant_id, engagement_id, position),
  foreign key (tenant_id, engagement_id) references platform.economics on delete cascade
);
call platform.secure_tenant_table('platform.economics_costs');
