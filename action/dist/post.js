import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-FE6LPVBB.js";import"./chunk-JDIUWVHW.js";import"./chunk-HDCOWYRQ.js";import"./chunk-53NHI7MQ.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";await t(async()=>(await import("./post-X6YMNE7N.js")).postStep());
