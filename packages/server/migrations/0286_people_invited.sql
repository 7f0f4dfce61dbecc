-- Whom the owner of a publisher that still waits has invited, by no mail that we know of: nobody but a stranger has named
-- their address. They sign in as before, and make way for whoever proves it.
update people_users u set email_verified = false
where u.origin = 'invitation' and u.email_verified
  and exists (select from people_members m where m.user_id = u.id)
  and not exists (
    select from people_members m join people_organizations o on o.id = m.organization_id
    left join publishers p on p.id = o.publisher_id
    where m.user_id = u.id and p.status is distinct from 'waiting'
  )
  and not exists (
    select from people_links l where l.kind = 'invitation' and l.email = u.email and l.used_at is not null
      and l.confirms_address
  )
  and not exists (
    select from audit_log a where a.object = 'person:' || u.id and a.action = 'person.confirmed'
  );
