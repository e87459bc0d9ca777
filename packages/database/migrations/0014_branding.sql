-- How a tenant's documents look. The logo is small, and belongs to the tenant's row for erasing and for one round trip.
create table platform.branding (
  tenant_id text primary key references platform.tenants on delete cascade,
  company_name text,
  primary_color text check (primary_color ~ '^#[0-9a-fA-F]{6}$'),
  logo bytea check (octet_length(logo) <= 1048576),
  logo_type text check (logo_type in ('image/png', 'image/jpeg', 'image/svg+xml')),
  updated_at timestamptz not null default clock_timestamp(),
  check ((logo is null) = (logo_type is null))
);
call platform.secure_tenant_table('platform.branding');
