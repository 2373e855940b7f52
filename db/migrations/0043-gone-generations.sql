-- Ends a purchase of what is being erased or taken down at this moment: nothing is left to keep.
create function refuse_gone_generation() returns void language plpgsql as $$
begin
  raise exception 'this generation is gone'
    using errcode = 'check_violation', constraint = 'generation_there';
end $$;
