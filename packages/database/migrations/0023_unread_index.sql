-- Nothing searches by it: passages are ranked by file, and an index of words cannot rank. It slowed every upload.
drop index platform.context_chunks_search;
