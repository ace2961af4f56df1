import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-D3WWM3OB.js";import"./chunk-OVUSMRXT.js";import"./chunk-HEJ7IHKJ.js";import"./chunk-G2ASK6K2.js";import"./chunk-6VLYQYI6.js";await t(async()=>(await import("./post-6D5RRFEB.js")).postStep());
