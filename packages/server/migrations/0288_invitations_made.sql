-- How many invitations a publisher has made lately (store/people/links.ts).
create index people_links_made on people_links (organization_id, created_at) where kind = 'invitation';
