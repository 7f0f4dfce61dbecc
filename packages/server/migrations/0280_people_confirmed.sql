-- Whose address is confirmed, by a mail, by an operator or by the set-up, and by which way an account was made.
alter table people_users
  -- The address of somebody who signed up where no mail is sent, until an operator confirms it. `email` is a placeholder
  -- then: an address is taken by nobody who has not proven it.
  add column claimed_email text check (claimed_email = lower(claimed_email)),
  add column origin text check (origin in ('set_up', 'demo', 'invitation', 'sign_up')),
  -- When an operator said that the account is whose it seems to be.
  add column vouched_at timestamptz;

-- Whether whoever accepts an invitation has proven the address by it: it came by mail alone, or from an operator.
alter table people_links add column confirms_address boolean not null default false;
update people_links l set confirms_address = true
from people_organizations o where o.id = l.organization_id and o.kind = 'platform' and l.kind = 'invitation';

-- The audit log knows how the accounts were made that are here already.
update people_users u set origin = case
  when exists (
    select from audit_log a where a.action = 'publisher.signed_up' and a.actor = 'person:' || u.email
      and a.happened_at between u.created_at - interval '1 minute' and u.created_at + interval '1 minute'
  ) then 'sign_up'
  else (
    select a.details ->> 'how' from audit_log a
    where a.object = 'person:' || u.id and a.action in ('person.joined', 'member.joined')
      and a.details ->> 'how' in ('set_up', 'demo', 'invitation')
    order by a.id limit 1
  )
end;

-- Sign-ups of strangers whose address no mail has confirmed, and whom no operator has approved.
update people_users u set email_verified = false
where u.origin = 'sign_up'
  and not exists (select from people_links l where l.kind = 'sign_up' and l.email = u.email and l.used_at is not null)
  and not exists (
    select from people_members m join people_organizations o on o.id = m.organization_id
    left join publishers p on p.id = o.publisher_id
    where m.user_id = u.id and p.status is distinct from 'waiting'
  );
-- Addresses that Quoin gives by itself were never a stranger's.
update people_users set email_verified = false
where email like '%@quoin.localhost' and origin is distinct from 'demo';
