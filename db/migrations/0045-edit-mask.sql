-- Which part of its picture an edit is to change: the key of a mask, which is erased with the picture.
alter table generation add column mask_key text;
