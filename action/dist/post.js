import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-4UK2BD3N.js";import"./chunk-JDIUWVHW.js";import"./chunk-HDCOWYRQ.js";import"./chunk-O6BP7HI6.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";await t(async()=>(await import("./post-5XDCJOZO.js")).postStep());
