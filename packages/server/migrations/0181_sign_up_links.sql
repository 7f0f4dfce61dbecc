-- A link that confirms the e-mail of somebody who signs up as a publisher.
alter table people_links drop constraint people_links_kind_check;
alter table people_links add constraint people_links_kind_check
  check (kind in ('set_up', 'demo', 'invitation', 'reset', 'sign_up'));
