/** What judges a runtime. Nothing of it is public yet. */

export {};
