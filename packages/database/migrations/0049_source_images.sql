-- Pictures, and pages of PDFs without text, as models that see get them.
create table platform.context_images (
  tenant_id text not null,
  engagement_id text not null,
  attachment_id text not null,
  -- Order in the file, from 0.
  ordinal integer not null,
  -- The page; null for a file that is one picture.
  location text,
  width integer not null,
  height integer not null,
  -- Hexadecimal, of the content.
  sha256 text not null,
  -- JPEG.
  content bytea not null,
  primary key (tenant_id, attachment_id, ordinal),
  foreign key (tenant_id, attachment_id) references platform.attachments (tenant_id, id) on delete cascade,
  foreign key (tenant_id, engagement_id) references platform.engagements (tenant_id, id) on delete cascade
);
-- JPEG is not compressed further.
alter table platform.context_images alter column content set storage external;
create index context_images_engagement on platform.context_images (tenant_id, engagement_id);
call platform.secure_tenant_table('platform.context_images');

-- The images of an engagement's runs, once each: they are stored before a run that names them by their hash.
create table engine.images (
  tenant_id text not null,
  engagement_id text not null,
  -- Hexadecimal, of the content.
  sha256 text not null,
  content bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, engagement_id, sha256)
);
alter table engine.images alter column content set storage external;
call platform.secure_tenant_table('engine.images');
