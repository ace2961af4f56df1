import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-5TXFGIOD.js";import"./chunk-JDIUWVHW.js";import"./chunk-HDCOWYRQ.js";import"./chunk-46YK6R7B.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";await t(async()=>(await import("./post-SP673KGZ.js")).postStep());
