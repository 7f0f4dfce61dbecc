-- Whether a browser session is told the risk score in steps of ten: whoever asks often learns less by each answer.
alter table apps add column rounds_scores boolean not null default false;
