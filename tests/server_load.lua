-- SPDX-License-Identifier: MIT
-- Load for `merels serve`, by hand (wrk runs it): what the page asks, random positions of 3 to 6 men a side without hands.
--   merels solve nine-c1 --phase moving --max-men 6 --db DIR && merels serve --db DIR &
--   wrk -t2 -c64 -d30s --latency -s tests/server_load.lua http://127.0.0.1:9000
local seeds = 0

function setup(thread)
    seeds = seeds + 1
    thread:set("seed", seeds)
end

function init(args) math.randomseed(seed) end

function request()
    local points = {}
    for i = 1, 24 do points[i] = "*" end
    for _, man in ipairs({"O", "@"}) do
        local men = math.random(3, 6)
        while men > 0 do
            local at = math.random(1, 24)
            if points[at] == "*" then
                points[at] = man
                men = men - 1
            end
        end
    end
    local board = table.concat(points)
    local side = math.random(2) == 1 and "w" or "b"
    return wrk.format("GET", "/v1/nine-c1?replies=1&fen=" .. board:sub(1, 8) .. "/" .. board:sub(9, 16) .. "/" .. board:sub(17, 24)
        .. "_" .. side .. "_0_0")
end

local refused = 0
function response(status) if status ~= 200 then refused = refused + 1 end end
