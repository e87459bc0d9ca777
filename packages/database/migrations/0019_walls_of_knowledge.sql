-- Walls before what is searched, reused and counted (docs/decisions/walls.md).

-- Tells whether an engagement is behind a wall.
create function platform.is_behind_wall(engagement text) returns boolean language sql stable parallel safe
  return exists (
    select from platform.wall_engagements behind
    where behind.tenant_id = platform.current_tenant_id() and behind.engagement_id = engagement and behind.until is null);

-- A use of a card tells of the document that cites it, and `wall_part` names its policy for the card.
create policy walls_of_documents on platform.card_uses as restrictive to ecp_tenant
  using ((select platform.sees_all_engagements()) or exists (
    select from platform.deliverables whole where whole.tenant_id = card_uses.tenant_id and whole.id = card_uses.deliverable_id));

-- Cards behind different walls may have one title: a refusal would tell who sees one of them about the other. Those that
-- one person sees have different ones, as before.
drop index platform.library_cards_title;
create index library_cards_title on platform.library_cards (tenant_id, lower(title)) where status = 'released';
